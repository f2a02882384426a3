// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 22
// message: [0-9]+ threads besides main are enough
// A ticket lock with twelve tickets, for the threads of a server that starts one after the other: the thirteenth has the
// number of the first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { TICKETS = 12 };
static _Atomic unsigned next, serving;
static atomic_int inside;

static void *serve(void *arg) {
    unsigned mine = next, seen;
    do
        seen = mine;
    while (!atomic_compare_exchange_strong(&next, &mine, (seen + 1) % TICKETS));
    while (serving != seen)
        ;
    int others = atomic_fetch_add(&inside, 1);
    assert(others == 0);
    atomic_fetch_sub(&inside, 1);
    serving = (seen + 1) % TICKETS;
    return arg;
}

int main(void) {
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, NULL, serve, NULL);
    }
}
