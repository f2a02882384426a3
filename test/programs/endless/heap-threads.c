// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Two threads allocate, hand over and free for ever: finitely many states.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) slot;

static void *put(void *arg) {
    for (;;) {
        int *p = malloc(sizeof *p);
        *p = 7;
        p = atomic_exchange(&slot, p);
        free(p);
    }
    return arg;
}
static void *get(void *arg) {
    for (;;) {
        int *p = atomic_exchange(&slot, NULL);
        if (p) {
            assert(*p == 7);
            free(p);
        }
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, put, NULL);
    pthread_create(&b, NULL, get, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
