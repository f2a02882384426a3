// SPDX-License-Identifier: Apache-2.0
// Atomics of any size order what they are asked for: relaxed ones nothing.
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
    atomic_store_explicit(&shared, t, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, publish, 0);
    struct triple t = atomic_load_explicit(&shared, memory_order_relaxed);
    if (t.first) {
        assert(*t.second == 5 && t.third[7] == 'h');
        assert(data == 1);
    }
    pthread_join(thread, 0);
    return 0;
}
