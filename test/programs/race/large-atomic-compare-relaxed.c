// SPDX-License-Identifier: Apache-2.0
// Here that orders nothing.
// expect: violated data-race
// options: --property race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct triple {
    long first;
    long *second;
    char third[9];
};
static _Atomic struct triple shared;
static int data;
static long target = 5;

static void *publish(void *arg) {
    struct triple t = {1, &target, "abcdefgh"};
    data = 1;
    atomic_store_explicit(&shared, t, memory_order_release);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, publish, 0);
    struct triple t = {7}, other = {8};
    if (atomic_compare_exchange_strong_explicit(&shared, &t, other, memory_order_acquire,
                                                memory_order_relaxed))
        return 1;
    if (t.first) {
        assert(*t.second == 5 && t.third[7] == 'h');
        assert(data == 1);
    }
    pthread_join(thread, 0);
    return 0;
}
