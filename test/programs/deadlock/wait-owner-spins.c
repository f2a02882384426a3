// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// A thread waits for a mutex whose owner runs for ever: starvation, but no deadlock.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int beat;

static void *keep(void *arg) {
    pthread_mutex_lock(&lock);
    for (;;)
        beat = !beat;
    return arg;
}
static void *want(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, keep, NULL);
    pthread_create(&b, NULL, want, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
