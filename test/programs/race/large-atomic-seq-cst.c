// SPDX-License-Identifier: Apache-2.0
// The strongest order, in a program with a weaker one.
// expect: holds under sequential consistency
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
    atomic_store_explicit(&shared, t, memory_order_seq_cst);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, publish, 0);
    struct triple t = atomic_load_explicit(&shared, memory_order_acquire);
    if (t.first) {
        assert(*t.second == 5 && t.third[7] == 'h');
        assert(data == 1);
    }
    pthread_join(thread, 0);
    return 0;
}
