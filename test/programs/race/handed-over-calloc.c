// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 22
// options: --property race
// message: after the write of 4 bytes by thread 2 \(.*handed-over-calloc.c:13 in give\)
// The zeros of calloc are written by the thread that calls it: they have to be handed over with order.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic slot;

static void *give(void *arg) {
    atomic_store_explicit(&slot, calloc(1, sizeof(int)), memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, give, NULL);
    int *p = atomic_load_explicit(&slot, memory_order_relaxed);
    if (p)
        *p += 1;
    pthread_join(thread, NULL);
    free(slot);
    return 0;
}
