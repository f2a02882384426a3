// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// A block that only one thread can reach at any time is handed over with order.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic slot;

static void *give(void *arg) {
    int *p = malloc(sizeof *p);
    *p = 1;
    atomic_store_explicit(&slot, p, memory_order_release);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, give, NULL);
    int *p;
    do
        p = atomic_exchange_explicit(&slot, NULL, memory_order_acquire);
    while (!p);
    // nobody else has it now
    *p = 2;
    free(p);
    pthread_join(thread, NULL);
    return 0;
}
