// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// orders: mixed bfs
// Two clerks lose an update, while a clock ticks for ever: a depth-first search follows the clock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint ticks;
static int balance;

static void *ticker(void *arg) {
    for (;;)
        ticks++;
    return arg;
}

static void *clerk(void *arg) {
    int before = balance;
    balance = before + 1;
    return arg;
}

int main(void) {
    pthread_t clock, clerks[2];
    pthread_create(&clock, NULL, ticker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&clerks[i], NULL, clerk, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(clerks[i], NULL);
    assert(balance == 2);
}
