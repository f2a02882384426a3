// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --context-bound 0
// A thread that undoes what it does comes back to where it was, and has still done something: to interrupt it in between
// is a preemption.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int x;

static void *worker(void *arg) {
    for (;;) {
        x = 1;
        x = 0;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    sched_yield();
    assert(x == 0);
    return 0;
}
