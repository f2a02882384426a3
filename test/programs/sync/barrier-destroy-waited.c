// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 24
// message: destroy of a barrier that a thread waits at
// Destroyed while a thread waits at it. The wait suspends the atomic section, so main sees the flag only then.
#include <heddle.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int waits;

static void *work(void *arg) {
    heddle_atomic_begin();
    waits = 1;
    pthread_barrier_wait(&barrier);
    heddle_atomic_end();
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&a, NULL, work, NULL);
    if (waits)
        pthread_barrier_destroy(&barrier);
    return 0;
}
