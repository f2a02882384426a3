// SPDX-License-Identifier: Apache-2.0
// Limits that nothing can ignore. The search looks at clock, memory and signals between its steps,
// and then ends with all its figures; but a step, an analysis, a compiler or a report may take any
// time. So a thread of its own looks at them as well: what has not ended a little after a limit is
// ended from here, with what is known by then.
#include "cli/cli.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

enum { NAP = 20 * 1000 * 1000 };    // nanoseconds
#define PATIENCE 0.5                // seconds that the command may take to end by itself
#define SPIN_PATIENCE 0.8           // and if it has another process to end
enum { LOADING_BYTES = 256 << 20 }; // what the front end may use beside the limit
enum { MOST_TRIES = 25 };   // naps: somebody who tells the outcome may be waiting for its reader
enum { BALLAST = 1 << 20 }; // bytes

// The only mutable globals of this file; there is one process to watch.
static Watchdog watched;
static atomic_bool is_on;
static pthread_mutex_t telling;
static const char *_Atomic advice = ""; // what helps against the memory limit
static atomic_int known_code;           // with which the command ends if no more can be told
static void *ballast; // given back when memory runs out, so that the end can be told

void watchdog_advise(const char *text) { atomic_store(&advice, text); }

static void add_memory_limit(u64 limit, Text *out) {
    text_add(out, "memory limit of %llu MiB reached%s", (unsigned long long)(limit >> 20),
             atomic_load(&advice));
}

// Why the command must end; "" if it need not.
static bool is_over_limit(const Watchdog *w, Text *why) {
    u64 limit = w->memory_limit;
    text_clear(why);
    if (*signals_flag())
        text_add(why, "interrupted");
    else if (w->deadline > 0 && clock_seconds() > w->deadline)
        text_add(why, "time limit of %g s reached", w->time_limit);
    else if (limit && mem_real() > limit + (signals_is_loading() ? LOADING_BYTES : 0))
        add_memory_limit(limit, why);
    return why->len > 0;
}

// The command waits for us when it wants to tell something itself. Returns only if it has told
// everything meanwhile.
static void end(const Text *why) {
    struct timespec nap = {0, NAP};
    for (u32 i = 0; pthread_mutex_trylock(&telling) != 0; i++) {
        if (i == MOST_TRIES)
            _exit(EXIT_UNDECIDED);
        nanosleep(&nap, NULL);
    }
    if (!atomic_load(&is_on)) {
        pthread_mutex_unlock(&telling);
        return;
    }
    mem_set_most(0);
    int code = watched.tell(watched.arg, text_str(why));
    progress_end(code);
    signals_tidy();
    _exit(code);
}

// Far above the memory limit there is no time for patience.
static bool is_urgent(const Watchdog *w) {
    return signals_is_loading() || (w->memory_limit && mem_real() > w->memory_limit / 8 * 9);
}

static void *watch(void *arg) {
    (void)arg;
    struct timespec nap = {0, NAP};
    double since = 0;
    Text why = {0};
    while (atomic_load(&is_on)) {
        nanosleep(&nap, NULL);
        progress_tick();
        if (!is_over_limit(&watched, &why)) {
            since = 0;
            continue;
        }
        double now = clock_seconds();
        since = since > 0 ? since : now;
        if (now - since >= watched.patience || is_urgent(&watched))
            end(&why);
    }
    text_done(&why);
    return NULL;
}

static void start_watching(void) {
    pthread_mutexattr_t checked;
    pthread_mutexattr_init(&checked);
    // out of memory while telling is told all the same
    pthread_mutexattr_settype(&checked, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&telling, &checked);
    pthread_mutexattr_destroy(&checked);
    atomic_store(&is_on, true);
    // Signals are for the threads that work.
    sigset_t all, before;
    pthread_t thread;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool is_there = pthread_create(&thread, NULL, watch, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (is_there)
        pthread_detach(thread);
    else
        atomic_store(&is_on, false);
    signals_watched(is_there);
}

// ---- memory that runs out -----------------------------------------------------------------------

// What was reached is told in the little that the ballast gives back. Does not return.
static void on_exhausted(void *arg, const char *what) {
    (void)arg;
    u64 limit = watched.memory_limit;
    Text why = {0};
    watchdog_hold();
    mem_free(ballast, BALLAST);
    if (!what && mem_has_met_limit())
        add_memory_limit(limit, &why);
    else
        text_add(&why, "%s", what ? what : "out of memory");
    int code = watched.tell(watched.arg, text_str(&why));
    progress_end(code);
    signals_tidy();
    _exit(code);
}

// Even for that there was not enough memory.
static int on_cut_short(void) {
    signals_tidy();
    return atomic_load(&known_code);
}

void watchdog_start(const Options *o, u64 memory_limit, int (*tell)(void *, const char *),
                    void *arg) {
    watched =
        (Watchdog){.time_limit = o->setup.time_limit,
                   .deadline = o->setup.time_limit > 0 ? o->setup.started + o->setup.time_limit : 0,
                   .memory_limit = memory_limit,
                   .patience = o->command == CMD_SPIN ? SPIN_PATIENCE : PATIENCE,
                   .tell = tell,
                   .arg = arg};
    atomic_store(&known_code, EXIT_UNDECIDED);
    mem_on_cut_short(on_cut_short);
    ballast = mem_alloc(BALLAST);
    mem_on_exhausted(on_exhausted, NULL);
    mem_set_most(memory_limit / 8 * 9);
    start_watching();
}

void watchdog_hold(void) {
    if (atomic_load(&is_on))
        pthread_mutex_lock(&telling);
}

void watchdog_release(void) {
    if (atomic_load(&is_on))
        pthread_mutex_unlock(&telling);
}

void watchdog_told(int code) { atomic_store(&known_code, code); }

void watchdog_stop(void) {
    watchdog_hold();
    signals_watched(false);
    bool was_on = atomic_exchange(&is_on, false);
    if (was_on)
        pthread_mutex_unlock(&telling);
    mem_on_exhausted(NULL, NULL);
    if (ballast)
        mem_free(ballast, BALLAST);
    ballast = NULL;
}
