// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// A release store and a relaxed load with a fence after it; a fence with a relaxed store, and an acquire load.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int ping, pong;
static atomic_int first, second;

static void *produce(void *arg) {
    ping = 1;
    atomic_store_explicit(&first, 1, memory_order_release);
    pong = 1;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&second, 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, produce, NULL);
    if (atomic_load_explicit(&first, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_acquire);
        assert(ping == 1);
    }
    if (atomic_load_explicit(&second, memory_order_acquire))
        assert(pong == 1);
    pthread_join(thread, NULL);
    return 0;
}
