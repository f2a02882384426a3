// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// orders: mixed bfs
// Two clocks, two workers that lose updates, and one that notices when both are done: not quite so shallow.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint ticks;
static atomic_int done[2];
static int total;

static void *ticker(void *arg) {
    for (;;)
        ticks++;
    return arg;
}

static void *worker(void *arg) {
    atomic_int *is_done = arg;
    for (int i = 0; i < 3; i++) {
        int before = total;
        total = before + 1;
    }
    *is_done = 1;
    return NULL;
}

static void *watcher(void *arg) {
    while (!done[0] || !done[1])
        ;
    assert(total == 6);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, ticker, NULL);
    pthread_create(&t, NULL, ticker, NULL);
    pthread_create(&t, NULL, worker, &done[0]);
    pthread_create(&t, NULL, worker, &done[1]);
    pthread_create(&t, NULL, watcher, NULL);
    pthread_join(t, NULL);
}
