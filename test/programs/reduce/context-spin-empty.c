// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// options: --context-bound 0
// Nor is a thread interrupted that goes round without looking at anything.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *waiter(void *arg) {
    x = 1;
    for (;;)
        ;
    return arg;
}

static void *looker(void *arg) {
    int seen = x;
    assert(!seen || !arg);
    return arg;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, waiter, NULL);
    pthread_create(&t[1], NULL, looker, &x);
    pthread_join(t[0], NULL);
    return 0;
}
