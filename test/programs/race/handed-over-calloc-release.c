// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// The zeros of calloc and what realloc has copied are handed over with order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic slot;

static void *give(void *arg) {
    int *p = realloc(calloc(1, sizeof *p), 2 * sizeof *p);
    p[1] = 7;
    atomic_store_explicit(&slot, p, memory_order_release);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, give, NULL);
    int *p = atomic_load_explicit(&slot, memory_order_acquire);
    if (p)
        assert(++p[0] == 1 && p[1] == 7);
    pthread_join(thread, NULL);
    free(slot);
    return 0;
}
