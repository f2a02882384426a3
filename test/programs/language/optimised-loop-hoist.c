// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// levels: -O0 -O1 -O2 -O3 -Os
// A plain flag polled in a loop: optimised code spins for ever or does not wait at all; the join saves it.
#include <assert.h>
#include <pthread.h>

int ready;
static volatile int data;

static void *producer(void *arg) {
    data = 1;
    ready = 1;
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, producer, NULL);
    while (!ready)
        ;
    pthread_join(a, NULL);
    assert(data == 1);
    return 0;
}
