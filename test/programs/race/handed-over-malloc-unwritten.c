// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// malloc writes nothing into its block, so there is nothing to hand over: who takes it writes first. The rest of a block that
// realloc has made larger is as free.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic slot;

static void *give(void *arg) {
    int *p = realloc(malloc(sizeof *p), 2 * sizeof *p);
    atomic_store_explicit(&slot, p + 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, give, NULL);
    int *p = atomic_load_explicit(&slot, memory_order_relaxed);
    if (p)
        *p = 3;
    pthread_join(thread, NULL);
    free(slot - 1);
    return 0;
}
