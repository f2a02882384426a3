// SPDX-License-Identifier: Apache-2.0
// Finding the run that SPIN has written down: searches by several processes, and those that go on
// after an error, give their trails other names.
#include "spin/spin_int.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool is_trail(const char *name) {
    size_t len = strlen(name), end = strlen(".trail");
    return len > end && strcmp(name + len - end, ".trail") == 0;
}

static bool is_later(const struct timespec *a, const struct timespec *b) {
    return a->tv_sec > b->tv_sec || (a->tv_sec == b->tv_sec && a->tv_nsec > b->tv_nsec);
}

static void path_in(const char *directory, const char *name, Text *out) {
    text_clear(out);
    text_add(out, "%s/%s", directory, name);
}

// The path of the trail that was written last; empty if there is none.
static void find_last(const char *directory, Text *out) {
    DIR *d = opendir(directory);
    struct timespec last = {0};
    Text path = {0};
    for (const struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        struct stat info;
        path_in(directory, e->d_name, &path);
        if (!is_trail(e->d_name) || stat(text_str(&path), &info) != 0 ||
            (out->len && !is_later(&info.st_mtim, &last)))
            continue;
        last = info.st_mtim;
        text_clear(out);
        text_add(out, "%s", text_str(&path));
    }
    if (d)
        closedir(d);
    text_done(&path);
}

bool spin_find_trail(const char *directory) {
    Text last = {0}, usual = {0};
    find_last(directory, &last);
    path_in(directory, "model.pml.trail", &usual);
    bool is_there = last.len && (strcmp(text_str(&last), text_str(&usual)) == 0 ||
                                 rename(text_str(&last), text_str(&usual)) == 0);
    text_done(&last);
    text_done(&usual);
    return is_there;
}

bool spin_find_last_step(const Program *p, const ExploreOptions *o, FaultKind kind, Schedule *s) {
    Drive *d = drive_new(p, o, (ExploreUse){0});
    bool is_found = false;
    u32 n = drive_follow(d, s) ? drive_threads(d) : 0;
    for (ThreadId t = 0; t < n; t++) {
        u32 ways = drive_alternatives(d, t);
        for (u32 a = 0; a < ways && !is_found; a++) {
            Ending step = drive_step(d, t, a);
            is_found = step.end == STEP_VIOLATION && drive_fault(d)->kind == kind;
            if (is_found)
                VEC_PUSH(s->steps, s->len, s->cap) = step.how;
        }
    }
    drive_free(d);
    return is_found;
}
