// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// Relaxed accesses with fences: both sides have their fence.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *produce(void *arg) {
    data = 1;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, produce, NULL);
    int is_ready = atomic_load_explicit(&ready, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    if (is_ready)
        assert(data == 1);
    pthread_join(thread, NULL);
    return 0;
}
