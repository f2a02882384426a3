// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 28
// options: --property race
// A plain access and an atomic one to the same variable, never adjacent and ordered by nothing.
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int word;
static atomic_int is_set;

static int *plainly(void) {
    return (int *)&word;
}

static void *set(void *arg) {
    *plainly() = 1;
    atomic_store_explicit(&is_set, 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    while (!atomic_load_explicit(&is_set, memory_order_relaxed))
        ;
    // the initialisation
    // was no atomic one
    atomic_store(&word, 2);
    pthread_join(thread, NULL);
    return 0;
}
