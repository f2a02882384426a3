// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 11
// A wait at a destroyed barrier.
#include <pthread.h>

static pthread_barrier_t barrier;

int main(void) {
    pthread_barrier_init(&barrier, NULL, 1);
    pthread_barrier_destroy(&barrier);
    pthread_barrier_wait(&barrier);
    return 0;
}
