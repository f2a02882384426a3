// SPDX-License-Identifier: Apache-2.0
// pthread_once and call_once: an int that is 0 in the static initialisers of both. If the thread ends inside the
// routine, it is as if nobody had called it.
#include "rt.h"

#include <pthread.h>
#include <threads.h>

enum { NOT_YET, OVER, RUNNING };     // RUNNING is OVER and one hold

// Routines that were left by the end of their thread: their objects are OVER, so that those who wait go on, and find them here.
static struct undone {
    struct undone *next;
    const int *once;
} *undone;

// True if the object was among them.
static bool take_undone(const int *once) {
    struct undone **at = &undone;
    while (*at && (*at)->once != once)
        at = &(*at)->next;
    if (!*at)
        return false;
    *at = (*at)->next;
    return true;
}

// True if the caller has to run the routine.
static NOINLINE bool claim(int *once) {
    __heddle_mask();
    rt_initialised(*once, "use of a once flag that was never initialised");
    if (*once != NOT_YET)
        __heddle_wait(once, OVER, HEDDLE_WAIT_ONCE | HEDDLE_WAIT_HOLDERS, once, NULL);
    bool is_left = undone && take_undone(once);
    if (*once == OVER && !is_left)
        return false;
    *once = RUNNING;
    __heddle_hold(once);
    return true;
}

static NOINLINE void done(int *once) {
    __heddle_mask();
    *once = OVER;
    __heddle_let_go(once);
}

static NOINLINE void undo(void *once) {
    __heddle_mask();
    done(once);
    struct undone *u = __heddle_alloc(sizeof *u, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    u->once = once;
    u->next = undone;
    undone = u;
}

static void run_once(int *once, void (*routine)(void)) {
    if (!claim(once))
        return;
    struct rt_cleanup c = {NULL, undo, once};
    __rt_cleanup_push(&c);
    routine();
    __rt_cleanup_pop(&c);
    done(once);
}

MODEL int pthread_once(pthread_once_t *once, void (*routine)(void)) {
    run_once(once, routine);
    return 0;
}

MODEL void call_once(once_flag *flag, void (*routine)(void)) { run_once(&flag->__data, routine); }
