// SPDX-License-Identifier: Apache-2.0
// expect: holds
// An object is built by one thread, handed over and freed by another.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct job { int a, b; };
static _Atomic(struct job *) mailbox;

static void *worker(void *arg) {
    struct job *j;
    while (!(j = atomic_exchange(&mailbox, NULL)))
        ;
    assert(j->a + j->b == 5);
    free(j);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    struct job *j = malloc(sizeof *j);
    j->a = 2;
    j->b = 3;
    atomic_store(&mailbox, j);
    pthread_join(t, NULL);
    return 0;
}
