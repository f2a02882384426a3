// SPDX-License-Identifier: Apache-2.0
// Telling how far a search is while it runs: to a descriptor for tools, on standard error when
// SIGUSR1 asks for it, and in the live line. All but the last is done by the watchdog's thread from
// figures that the search publishes anyway, so that nobody has to wait for it.
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BETWEEN_SAMPLES 0.5 // seconds
#define BETWEEN_LINES 1.0
enum { SAMPLES = 9 };                            // the newest half is compared with the oldest
enum { NAP = 5 * 1000 * 1000, MOST_TRIES = 20 }; // nanoseconds
enum { LAST_PATIENCE = 500 }; // milliseconds that the last line may wait for its reader

typedef struct Sample {
    double at;
    u64 states;
} Sample;

// The only mutable globals of this file; there is one command to tell of.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Sample samples[SAMPLES]; // oldest first
static u32 nsamples;
static double started, last_line;
static int descriptor = -1; // -1: there is none, or nobody reads any more
static const char *verdict; // once it is known
static bool is_searching;

// ---- how fast it goes ---------------------------------------------------------------------------

static double rate(const Sample *a, const Sample *b) {
    return b->at > a->at ? (double)(b->states - a->states) / (b->at - a->at) : 0;
}

// States/s lately; before there is enough to say, over all.
static double recent_rate(const Figures *f) {
    if (nsamples < 2)
        return f->seconds > 0 ? (double)f->states / f->seconds : 0;
    return rate(&samples[nsamples > SAMPLES / 2 ? nsamples - 1 - SAMPLES / 2 : 0],
                &samples[nsamples - 1]);
}

// Whether there come fewer new states than before; "" if that is not known yet.
static const char *trend(void) {
    if (nsamples < SAMPLES)
        return "";
    double before = rate(&samples[0], &samples[SAMPLES / 2]);
    double now = rate(&samples[SAMPLES / 2], &samples[SAMPLES - 1]);
    return now < 0.8 * before ? "falling" : now > 1.25 * before ? "rising" : "steady";
}

static void sample(double now, const Figures *f) {
    if (nsamples && f->states < samples[nsamples - 1].states)
        nsamples = 0; // it is another search
    if (!f->states || (nsamples && now - samples[nsamples - 1].at < BETWEEN_SAMPLES))
        return;
    if (nsamples == SAMPLES)
        memmove(samples, samples + 1, --nsamples * sizeof *samples);
    samples[nsamples++] = (Sample){now, f->states};
}

void progress_figures(const Figures *f, Text *out) {
    pthread_mutex_lock(&lock);
    const char *how = trend();
    text_add(out, "%llu state%s, %.0f states/s%s%s%s, depth %llu, ", (unsigned long long)f->states,
             f->states == 1 ? "" : "s", recent_rate(f), *how ? " (" : "", how, *how ? ")" : "",
             (unsigned long long)f->depth);
    pthread_mutex_unlock(&lock);
    result_bytes(f->memory, out);
    text_add(out, ", %.1f s", clock_seconds() - started);
    if (f->workers > 1)
        text_add(out, ", %u workers", f->workers);
}

// ---- lines for tools ----------------------------------------------------------------------------

// A line is short enough to be written at once, or not at all.
static void write_line(const char *line, int patience) {
    struct pollfd p = {.fd = descriptor, .events = POLLOUT};
    int ready = poll(&p, 1, patience);
    if (ready == 0 || (ready < 0 && errno == EINTR))
        return; // its reader is slow: it gets the next one
    size_t n = strlen(line);
    ssize_t written = ready < 0 ? -1 : write(descriptor, line, n);
    if (written == (ssize_t)n)
        return;
    if (written < 0 && errno != EPIPE)
        cli_error("--progress-json: %s", strerror(errno));
    descriptor = -1;
}

static const char *phase(void) {
    return verdict ? "report" : signals_is_loading() || !is_searching ? "compile" : "search";
}

// With the lock. No memory is needed: there may be none left.
static void add_line(const Figures *f, int code, int patience) {
    char line[1024], end[128] = "";
    const char *how = trend();
    if (code >= 0)
        snprintf(end, sizeof end, ", \"verdict\": %s%s%s, \"exit_code\": %d", verdict ? "\"" : "",
                 verdict ? verdict : "null", verdict ? "\"" : "", code);
    snprintf(line, sizeof line,
             "{\"event\": \"%s\", \"phase\": \"%s\", \"time_s\": %.3f, \"states\": %llu, "
             "\"states_per_s\": %.0f, \"trend\": %s%s%s, \"transitions\": %llu, \"depth\": %llu, "
             "\"memory_bytes\": %llu, \"store_bytes\": %llu, \"workers\": %u%s}\n",
             code >= 0 ? "end" : "progress", phase(), clock_seconds() - started,
             (unsigned long long)f->states, recent_rate(f), *how ? "\"" : "", *how ? how : "null",
             *how ? "\"" : "", (unsigned long long)f->transitions, (unsigned long long)f->depth,
             (unsigned long long)f->memory, (unsigned long long)f->store_bytes, f->workers, end);
    write_line(line, patience);
}

// ---- who asks -----------------------------------------------------------------------------------

static void tell_asked(const Figures *f) {
    Text text = {0};
    if (f->states)
        progress_figures(f, &text);
    else
        text_add(&text, "no states yet, %.1f s", clock_seconds() - started);
    // on a terminal, over what the live line shows
    fprintf(stderr, "%sheddle: %s\n", isatty(STDERR_FILENO) ? "\r\033[K" : "", text_str(&text));
    fflush(stderr);
    text_done(&text);
}

void progress_tick(void) {
    double now = clock_seconds();
    Figures f = search_figures_now();
    pthread_mutex_lock(&lock);
    is_searching = is_searching || f.states;
    sample(now, &f);
    if (descriptor >= 0 && now - last_line >= BETWEEN_LINES) {
        last_line = now;
        add_line(&f, -1, 0);
    }
    pthread_mutex_unlock(&lock);
    if (signals_take_asked())
        tell_asked(&f);
}

bool progress_begin(const Options *o) {
    bool has_it = o->command & (CMD_CHECK | CMD_SPIN | CMD_SMT | CMD_LGFSM);
    started = last_line = o->setup.started;
    if (!has_it || o->progress_json < 0)
        return true;
    int fd = (int)o->progress_json, flags = fcntl(fd, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) {
        cli_error("--progress-json: descriptor %d %s; the shell opens one with %d>FILE", fd,
                  flags < 0 ? "is not open" : "cannot be written to", fd);
        return false;
    }
    if (fd > STDERR_FILENO) // compilers and solvers need not have it
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    descriptor = fd;
    return true;
}

void progress_verdict(const Verdict *v) { verdict = verdict_name(v->kind); }

// Who has the lock has it for a moment, unless it is this thread, which has got no memory.
static bool take_lock(void) {
    struct timespec nap = {0, NAP};
    bool is_mine = false;
    for (u32 i = 0; i < MOST_TRIES && !is_mine; i++) {
        is_mine = pthread_mutex_trylock(&lock) == 0;
        if (!is_mine)
            nanosleep(&nap, NULL);
    }
    return is_mine;
}

void progress_end(int code) {
    if (descriptor < 0 || !take_lock())
        return;
    Figures f = search_figures_now();
    add_line(&f, code, LAST_PATIENCE);
    descriptor = -1;
    pthread_mutex_unlock(&lock);
}
