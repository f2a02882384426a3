// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 26
// options: --property race
// The writer of what was in the old block has handed it over with order; the copy of it that realloc makes is written by the
// thread that calls realloc, which has not.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *first;
static int *_Atomic slot;

static void *give(void *arg) {
    atomic_store_explicit(&slot, realloc(first, 2 * sizeof *first), memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    first = malloc(sizeof *first);
    *first = 5;
    pthread_create(&thread, NULL, give, NULL);
    int *p = atomic_load_explicit(&slot, memory_order_relaxed), seen = 0;
    // what was in the old block is known here, the new one is not
    if (p)
        seen = *p;
    pthread_join(thread, NULL);
    free(slot);
    return seen;
}
