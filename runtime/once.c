// SPDX-License-Identifier: Apache-2.0
// pthread_once and call_once: an int that is 0 in the static initialisers of both. If the thread ends inside the
// routine, it is as if nobody had called it.
#include "rt.h"

#include <pthread.h>
#include <threads.h>

enum { NOT_YET, RUNNING, DONE };

static int was_undone;          // some routine was left by the end of its thread; rare, so for all objects together

// What the caller has to do: run the routine if NOT_YET, nothing if DONE, ask again if RUNNING.
static NOINLINE int claim(int *once) {
    __heddle_mask();
    if (*once != NOT_YET)
        __heddle_wait_or(once, DONE, HEDDLE_WAIT_ONCE, once, NULL, &was_undone);
    int is = *once;
    if (is == NOT_YET)
        *once = RUNNING;
    return is;
}

static NOINLINE void done(int *once) {
    __heddle_mask();
    *once = DONE;
}

static NOINLINE void undo(void *once) {
    __heddle_mask();
    *(int *)once = NOT_YET;
    was_undone = 1;
}

static void run_once(int *once, void (*routine)(void)) {
    int is;
    do
        is = claim(once);
    while (is == RUNNING);
    if (is == DONE)
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
