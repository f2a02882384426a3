// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 17
// options: --property race
// A spin lock by hand, with a relaxed unlock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int count;
static atomic_int locked;

static void *work(void *arg) {
    int expected = 0;
    while (!atomic_compare_exchange_weak_explicit(&locked, &expected, 1, memory_order_acquire,
                                                  memory_order_relaxed))
        expected = 0;
    count++;
    atomic_store_explicit(&locked, 0, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    return 0;
}
