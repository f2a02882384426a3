// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 29
// options: --property race
// A release sequence is broken by a relaxed store of another thread.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *produce(void *arg) {
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return arg;
}

static void *meddle(void *arg) {
    if (atomic_load_explicit(&ready, memory_order_relaxed) == 1)
        atomic_store_explicit(&ready, 2, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t producer, meddler;
    pthread_create(&producer, NULL, produce, NULL);
    pthread_create(&meddler, NULL, meddle, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire) == 2)
        // the store of 2 is the meddler's
        data = 2;
    pthread_join(producer, NULL);
    pthread_join(meddler, NULL);
    return 0;
}
