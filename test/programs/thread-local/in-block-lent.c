// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 33
// The block with the address of a thread-local is private, then lent to another thread, then taken back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Thread_local int calls;
static _Atomic(int **) lent;
static atomic_int step;

static void *borrower(void *arg) {
    int **block = atomic_load(&lent);
    if (block) {
        ++**block;
        atomic_store(&lent, NULL);
    }
    return arg;
}

int main(void) {
    pthread_t thread;
    int **block = malloc(sizeof *block);
    *block = &calls;
    pthread_create(&thread, NULL, borrower, NULL);
    atomic_fetch_add(&step, 1);
    atomic_store(&lent, block);
    atomic_fetch_add(&step, 1);
    atomic_store(&lent, NULL);
    pthread_join(thread, NULL);
    atomic_fetch_add(&step, 1);
    assert(calls == 0);
    free(block);
    return 0;
}
