// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 24
// options: --context-bound 0
// A thread that only looks at a flag again gives up the processor: what comes after the flag is reached without a preemption.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, value;

static void *producer(void *arg) {
    value = 1;
    ready = 1;
    value = 2;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    while (!ready)
        ;
    pthread_join(t, NULL);
    assert(value == 1);
    return 0;
}
