// SPDX-License-Identifier: Apache-2.0
// Any number of threads.
#include "rt.h"

#include <heddle.h>
#include <pthread.h>

static int started;

// Runs that start more are not looked at. The caller is masked.
void __rt_thread_starts(void) {
    if (started == __rt_most_threads) {
        __heddle_bound(HEDDLE_BOUND_THREADS);
        __heddle_assume(0);
    }
    started++;
}

MODEL void heddle_any_threads(void *(*start)(void *), void *arg) {
    if (!__rt_most_threads)
        __heddle_unsupported("any number of threads, but by 'heddle check',");
    while (__heddle_choose(2)) {
        pthread_t thread;
        pthread_create(&thread, NULL, start, arg);
    }
}
