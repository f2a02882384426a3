// SPDX-License-Identifier: Apache-2.0
// The files that other programs read: --json, --sarif, --junit and --witness; and the page of
// --html. All are made when the outcome is known, and written where it is told.
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- names of files -----------------------------------------------------------------------------

// All that a command may write, --trace and --dot included.
enum { MOST_PATHS = FORMAT_COUNT + 3 };
typedef struct NamedPath {
    const char *option, *path;
} NamedPath;

static void list_paths(const Options *o, NamedPath out[MOST_PATHS]) {
    const NamedPath all[MOST_PATHS] = {
        [FORMAT_JSON] = {"--json", o->json},      [FORMAT_SARIF] = {"--sarif", o->sarif},
        [FORMAT_JUNIT] = {"--junit", o->junit},   [FORMAT_WITNESS] = {"--witness", o->witness},
        [FORMAT_HTML] = {"--html", o->html},      [FORMAT_COUNT] = {"--trace", o->trace},
        [FORMAT_COUNT + 1] = {"--dot", o->graph}, [FORMAT_COUNT + 2] = {"--coverage", o->coverage},
    };
    memcpy(out, all, sizeof all);
}

static bool is_standard_output(const char *path) { return path && strcmp(path, "-") == 0; }

bool formats_use_output(const Options *o) {
    NamedPath all[MOST_PATHS];
    bool is_used = false;
    list_paths(o, all);
    for (u32 i = 0; i < MOST_PATHS; i++)
        is_used |= is_standard_output(all[i].path);
    return is_used;
}

// What an earlier command has written there must not be taken for the result of this one, which may
// end without any: then the file is empty. (Others may have something else there by mistake.)
static void forget_earlier(const char *path) {
    static const char *const beginnings[] = {
        "{", "<?xml ", "- entry_type:", "digraph heddle", "TN:", REPORT_PAGE_MARK};
    char beginning[sizeof REPORT_PAGE_MARK] = "";
    struct stat s;
    FILE *f = stat(path, &s) == 0 && S_ISREG(s.st_mode) ? fopen(path, "r+") : NULL;
    size_t n = f ? fread(beginning, 1, sizeof beginning - 1, f) : 0;
    bool is_ours = false;
    for (u32 i = 0; i < ARRAY_LEN(beginnings); i++)
        is_ours |= n && strncmp(beginning, beginnings[i], strlen(beginnings[i])) == 0;
    if (is_ours && ftruncate(fileno(f), 0) != 0)
        cli_error("%s: %s", path, strerror(errno));
    if (f)
        fclose(f);
}

// The same file, whatever the paths look like, also if it is not there yet.
static bool is_same(const char *a, const char *b) {
    struct stat x, y;
    bool is_there = stat(a, &x) == 0, is_other_there = stat(b, &y) == 0;
    if (strcmp(a, b) == 0)
        return true;
    if (is_there || is_other_there)
        return is_there && is_other_there && x.st_ino == y.st_ino && x.st_dev == y.st_dev;
    const char *name = strrchr(a, '/'), *other = strrchr(b, '/');
    if (strcmp(name ? name + 1 : a, other ? other + 1 : b) != 0)
        return false;
    Text folders[2] = {0};
    text_add(&folders[0], "%.*s", name ? (int)(name - a) + 1 : 1, name ? a : ".");
    text_add(&folders[1], "%.*s", other ? (int)(other - b) + 1 : 1, other ? b : ".");
    bool is = stat(text_str(&folders[0]), &x) == 0 && stat(text_str(&folders[1]), &y) == 0 &&
              x.st_ino == y.st_ino && x.st_dev == y.st_dev;
    text_done(&folders[0]);
    text_done(&folders[1]);
    return is;
}

static bool is_among(const char *path, const Words *words) {
    bool is = false;
    for (u32 i = 0; i < words->len && !is; i++) {
        const char *name = words->items[i], *equals = strchr(name, '=');
        is = is_same(path, name) || (equals && is_same(path, equals + 1)); // NAME=PATH of --file
    }
    return is;
}

// What the command reads.
static bool is_read(const Options *o, const char *path) {
    const Setup *s = &o->setup;
    const char *const files[] = {s->task ? s->task->file : NULL,
                                 options_has_project(o) ? (o->project ? o->project : PROJECT_FILE)
                                                        : NULL,
                                 s->prp,
                                 s->standard_input,
                                 s->formula_file,
                                 s->compile_commands,
                                 o->claim,
                                 o->model};
    bool is = is_among(path, &s->files) || is_among(path, &s->suppress) || is_among(path, &s->file);
    for (u32 i = 0; i < ARRAY_LEN(files) && !is; i++)
        is = files[i] && is_same(path, files[i]);
    return is;
}

// Whoever forgets the name of the result names a source in its place, which must not be lost.
static bool is_for_results(const Options *o, const char *option, const char *path) {
    struct stat s;
    if (stat(path, &s) == 0 && !S_ISREG(s.st_mode))
        return true;
    bool is_source = setup_names_source(path);
    if (!is_source && !is_read(o, path))
        return true;
    cli_error(is_source ? "%s %s: the name of a source; the result would take its place"
                        : "%s %s: this command reads that file; the result would take its place",
              option, path);
    return false;
}

bool formats_make_room_for(const Options *o, const char *option, const char *path) {
    if (!path || is_standard_output(path))
        return true;
    if (!is_for_results(o, option, path))
        return false;
    struct stat s;
    bool is_folder = stat(path, &s) == 0 && S_ISDIR(s.st_mode);
    if (!is_folder && access(path, W_OK) == 0) {
        forget_earlier(path);
        return true;
    }
    errno = is_folder ? EISDIR : errno;
    if (errno == ENOENT) {
        const char *slash = strrchr(path, '/');
        Text folder = {0};
        text_add(&folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
        bool is_there = access(text_str(&folder), W_OK | X_OK) == 0;
        text_done(&folder);
        if (is_there)
            return true;
    }
    cli_error("%s: %s", path, strerror(errno));
    return false;
}

// A device takes as much as one likes.
static bool holds_one(const char *path) {
    struct stat s;
    return is_standard_output(path) || stat(path, &s) != 0 || S_ISREG(s.st_mode);
}

// Two results in one place would be none.
static bool are_apart(const NamedPath all[MOST_PATHS]) {
    for (u32 i = 0; i < MOST_PATHS; i++) {
        for (u32 k = 0; k < i; k++) {
            if (all[i].path && all[k].path && is_same(all[i].path, all[k].path) &&
                holds_one(all[i].path)) {
                cli_error("%s and %s both name '%s'; give each its own file", all[k].option,
                          all[i].option, all[i].path);
                return false;
            }
        }
    }
    return true;
}

// JSON has no bytes, and a source that is named otherwise is not found again.
static bool can_save_names(const Options *o) {
    const Words *files = &o->setup.files;
    for (u32 i = 0; o->trace && i < files->len; i++) {
        const char *name = files->items[i];
        size_t n = strlen(name), at = 0, len = 1;
        for (; at < n && len; at += len)
            len = text_utf8((const u8 *)name + at, n - at);
        if (!len) {
            cli_error("--trace: a trace cannot hold the name %s, which is no UTF-8", name);
            return false;
        }
    }
    return true;
}

bool formats_make_room(const Options *o) {
    NamedPath all[MOST_PATHS];
    list_paths(o, all);
    if (!are_apart(all) || !can_save_names(o))
        return false;
    if (o->witness && witness_format(o->witness) == WITNESS_NONE) {
        cli_error("--witness %s: the name says which format is meant: .graphml, .yml or .yaml",
                  o->witness);
        return false;
    }
    bool is_ok = true;
    for (u32 i = 0; i < MOST_PATHS && is_ok; i++)
        is_ok = formats_make_room_for(o, all[i].option, all[i].path);
    return is_ok;
}

// ---- what they hold -----------------------------------------------------------------------------

static void make_json(const Outcome *c, Text *out) {
    json_t *object = result_json(c);
    if (c->program) {
        bool is_narrow = c->program->ptr_bytes == 4;
        json_object_set_new(object, "data_model", json_string(is_narrow ? "ILP32" : "LP64"));
    }
    if (c->o->setup.task)
        json_object_set_new(object, "task", task_json(c));
    result_json_text(object, out);
}

void formats_make(const Outcome *c, const char *line, Formats *out) {
    *out = (Formats){0};
    if (c->o->json)
        make_json(c, &out->texts[FORMAT_JSON]);
    if (c->o->sarif)
        result_json_text(sarif_json(c), &out->texts[FORMAT_SARIF]);
    if (c->o->junit)
        junit_text(c, line, &out->texts[FORMAT_JUNIT]);
    if (c->o->witness)
        witness_text(c, &out->texts[FORMAT_WITNESS], &out->no_witness);
    if (c->o->html)
        page_text(c, &out->texts[FORMAT_HTML]);
}

void formats_write(Outcome *c, const Formats *f) {
    NamedPath all[MOST_PATHS];
    list_paths(c->o, all);
    for (u32 i = 0; i < FORMAT_COUNT; i++) {
        Diag d = {0};
        const Text *text = &f->texts[i];
        if (!all[i].path)
            continue;
        if (i == FORMAT_WITNESS && !text->len) {
            cli_error("%s: no witness was written: %s", all[i].path, diag_text(&f->no_witness));
            continue;
        }
        if (!text->len)
            diag_fail(&d, "%s: not enough memory to write it", all[i].path);
        else
            file_write(all[i].path, text_str(text), text->len, &d);
        if (*diag_text(&d)) {
            cli_error("%s", diag_text(&d));
            c->is_write_failed = true;
        }
        diag_done(&d);
    }
}

void formats_done(Formats *f) {
    for (u32 i = 0; i < FORMAT_COUNT; i++)
        text_done(&f->texts[i]);
    diag_done(&f->no_witness);
}
