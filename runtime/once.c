// SPDX-License-Identifier: Apache-2.0
// pthread_once and call_once: an int that is 0 in the static initialisers of both.
#include "rt.h"

#include <pthread.h>
#include <threads.h>

enum { NOT_YET, RUNNING, DONE };

// True if the caller is the one to run the routine; otherwise it has been run.
static NOINLINE bool claim(int *once) {
    __heddle_mask();
    if (*once == NOT_YET) {
        *once = RUNNING;
        return true;
    }
    __heddle_wait(once, DONE, HEDDLE_WAIT_ONCE, once, NULL);
    return false;
}

static NOINLINE void done(int *once) {
    __heddle_mask();
    *once = DONE;
}

MODEL int pthread_once(pthread_once_t *once, void (*routine)(void)) {
    if (claim(once)) {
        routine();
        done(once);
    }
    return 0;
}

MODEL void call_once(once_flag *flag, void (*routine)(void)) {
    if (claim(&flag->__data)) {
        routine();
        done(&flag->__data);
    }
}
