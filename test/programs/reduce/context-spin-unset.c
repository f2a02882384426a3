// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 21
// options: --context-bound 0
// A thread that waits for what nobody will ever do still lets others run.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, never;

static void *waiter(void *arg) {
    x = 1;
    while (!never)
        ;
    return arg;
}

static void *looker(void *arg) {
    while (!x)
        ;
    assert(0);
    return arg;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, waiter, NULL);
    pthread_create(&t[1], NULL, looker, NULL);
    pthread_join(t[0], NULL);
    return 0;
}
