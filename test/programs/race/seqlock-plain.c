// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race
// options: --property race
// A sequence lock whose readers look at plain data: they throw away what they read too early, but it is a race.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static int low, high;

static void *writer(void *arg) {
    atomic_store_explicit(&sequence, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    low = high = 1;
    atomic_store_explicit(&sequence, 2, memory_order_release);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
    int a = low, b = high;
    atomic_thread_fence(memory_order_acquire);
    if (before % 2 == 0 && atomic_load_explicit(&sequence, memory_order_relaxed) == before)
        assert(a == b);
    pthread_join(thread, NULL);
    return 0;
}
