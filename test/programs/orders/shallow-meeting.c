// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// orders: mixed bfs
// options: --reduction global
// Two threads go round and must meet in the middle when the counter of a third one is five, no later.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint n;
static int a, b;

static void *ticker(void *arg) {
    for (;;)
        n++;
    return arg;
}

static void *one(void *arg) {
    for (;;) {
        a = 1;
        a = 0;
    }
    return arg;
}

static void *two(void *arg) {
    for (;;) {
        b = 1;
        if (a)
            assert(n != 5);
        b = 0;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, ticker, NULL);
    pthread_create(&t, NULL, one, NULL);
    pthread_create(&t, NULL, two, NULL);
    pthread_join(t, NULL);
}
