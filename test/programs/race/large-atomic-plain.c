// SPDX-License-Identifier: Apache-2.0
// A plain write to an atomic object races with atomic loads of it.
// expect: violated data-race
// options: --property race
#include <pthread.h>
#include <stdatomic.h>

struct triple {
    long parts[3];
};
static _Atomic struct triple shared;

static void *spoil(void *arg) {
    ((struct triple *)&shared)->parts[1] = 3;
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, spoil, 0);
    struct triple t = atomic_load_explicit(&shared, memory_order_relaxed);
    pthread_join(thread, 0);
    return t.parts[0] != 0;
}
