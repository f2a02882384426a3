// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 21
// options: --property race
// A release store and a relaxed load.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *produce(void *arg) {
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, produce, NULL);
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        data = 2;
    pthread_join(thread, NULL);
    return 0;
}
