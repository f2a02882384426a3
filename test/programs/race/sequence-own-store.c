// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// Relaxed stores of the thread that began a release sequence go on with it (C11 5.1.2.4).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *produce(void *arg) {
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_release);
    atomic_store_explicit(&ready, 2, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, produce, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire) == 2)
        assert(data == 1);
    pthread_join(thread, NULL);
    return 0;
}
