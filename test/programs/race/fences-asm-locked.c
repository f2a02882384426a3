// SPDX-License-Identifier: Apache-2.0
// A locked instruction on the stack is a full fence: what was written before the flag is seen behind it.
// expect: holds under sequential consistency
// options: --property race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void fence(void) { __asm__ volatile("lock; addl $0,-4(%%rsp)" ::: "memory", "cc"); }

static void *produce(void *arg) {
    data = 1;
    fence();
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, produce, 0);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        fence();
        assert(data == 1);
    }
    pthread_join(t, 0);
    return 0;
}
