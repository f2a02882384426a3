// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// Each thread writes its part, waits at the barrier, and reads the other part.
#include <pthread.h>

static pthread_barrier_t barrier;
static int part[2], sum[2];

static void *first(void *arg) {
    part[0] = 1;
    pthread_barrier_wait(&barrier);
    sum[0] = part[0] + part[1];
    return arg;
}

static void *second(void *arg) {
    part[1] = 2;
    pthread_barrier_wait(&barrier);
    sum[1] = part[0] + part[1];
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_barrier_destroy(&barrier);
    return sum[0] == sum[1] ? 0 : 1;
}
