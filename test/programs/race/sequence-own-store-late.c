// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 24
// options: --property race
// What was done after the release is not handed on by a relaxed store that goes on with its sequence.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *produce(void *arg) {
    atomic_store_explicit(&ready, 1, memory_order_release);
    data = 1;
    atomic_store_explicit(&ready, 2, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, produce, NULL);
    int is = atomic_load_explicit(&ready, memory_order_acquire);
    if (is == 2)
        // not the release, but the store after it
        data = 2;
    pthread_join(thread, NULL);
    return 0;
}
