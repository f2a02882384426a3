// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// orders: mixed bfs
// options: --reduction global
// The same with three clocks, and two threads that each look at what the other one does.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint ticks[3];
static int x, y;

static void *ticker(void *arg) {
    atomic_uint *n = arg;
    for (;;)
        (*n)++;
    return NULL;
}

static void *left(void *arg) {
    x = 1;
    if (!y)
        x = x + 1;
    return arg;
}

static void *right(void *arg) {
    y = 1;
    return arg;
}

int main(void) {
    pthread_t t, a, b;
    for (int i = 0; i < 3; i++)
        pthread_create(&t, NULL, ticker, &ticks[i]);
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!(x == 2 && y));
}
