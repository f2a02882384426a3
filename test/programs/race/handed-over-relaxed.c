// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 26
// options: --property race
// A block that only one thread can reach at any time still has to be handed over with order.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic slot;

static void *give(void *arg) {
    int *p = malloc(sizeof *p);
    *p = 1;
    atomic_store_explicit(&slot, p, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, give, NULL);
    int *p;
    do
        p = atomic_exchange_explicit(&slot, NULL, memory_order_relaxed);
    while (!p);
    // nobody else has it now
    *p = 2;
    free(p);
    pthread_join(thread, NULL);
    return 0;
}
