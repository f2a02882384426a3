// SPDX-License-Identifier: Apache-2.0
// pthread_once and call_once: an int that is 0 in the static initialisers of both. If the thread
// ends inside the routine, it is as if nobody had called it: the int is 0 again.
#include "sync.h"

#include <pthread.h>
#include <threads.h>

enum { NOT_YET, OVER, RUNNING };

// The routines that run. Those that wait for one wait for its word, since its end leaves the object
// in one of two states.
static struct run {
    struct run *next;
    int *once;
    int is_running; // held by the thread that runs it
} *runs;

static struct run *run_of(const int *once) {
    struct run *r = runs;
    while (r && r->once != once)
        r = r->next;
    if (!r)
        rt_misuse("use of something that is not an initialised once flag");
    return r;
}

// NULL if the caller need not run the routine.
static NOINLINE struct run *claim(int *once) {
    __heddle_mask();
    rt_initialised(*once, "use of a once flag that was never initialised");
    while (*once != NOT_YET && *once != OVER)
        rt_wait_unheld(&run_of(once)->is_running, HEDDLE_WAIT_ONCE, once);
    if (*once == OVER)
        return NULL;
    struct run *r = __heddle_alloc(sizeof *r, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    r->once = once;
    r->next = runs;
    runs = r;
    rt_hold(&r->is_running);
    *once = RUNNING;
    return r;
}

static NOINLINE void end(struct run *r, int state) {
    __heddle_mask();
    *r->once = state;
    struct run **at = &runs;
    while (*at != r)
        at = &(*at)->next;
    *at = r->next;
    rt_let_go(&r->is_running);
}

static void leave(void *run) { end(run, NOT_YET); }

static void run_once(int *once, void (*routine)(void)) {
    struct run *r = claim(once);
    if (!r)
        return;
    struct rt_cleanup c = {NULL, leave, r};
    __rt_cleanup_push(&c);
    routine();
    __rt_cleanup_pop(&c);
    end(r, OVER);
}

MODEL int pthread_once(pthread_once_t *once, void (*routine)(void)) {
    run_once(once, routine);
    return 0;
}

MODEL void call_once(once_flag *flag, void (*routine)(void)) { run_once(&flag->__data, routine); }
