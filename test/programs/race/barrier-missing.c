// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 11|17
// options: --property race
// The second thread reads before it waits at the barrier.
#include <pthread.h>

static pthread_barrier_t barrier;
static int part;

static void *first(void *arg) {
    part = 1;
    pthread_barrier_wait(&barrier);
    return arg;
}

static void *second(void *arg) {
    int seen = part;
    pthread_barrier_wait(&barrier);
    return seen ? arg : NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
