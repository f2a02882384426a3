// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// A thread waits for work that never comes, with a mutex of its own, until the program is over.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static volatile int beat;

static void *waits(void *arg) {
    pthread_mutex_lock(&other);
    pthread_mutex_lock(&mutex);
    for (;;)
        pthread_cond_wait(&work, &mutex);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, waits, NULL);
    beat = 1;
    beat = 2;
    return 0;
}
