// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// options: --context-bound 0
// A thread that calls sched_yield is not interrupted by those that run then.
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static int seen;

static void *other(void *arg) {
    seen = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    sched_yield();
    assert(!seen);
    pthread_join(t, NULL);
    return 0;
}
