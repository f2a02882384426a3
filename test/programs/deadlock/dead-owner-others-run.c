// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// A mutex whose owner has ended can never be had, though another thread runs for ever.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int beat;

static void *keep(void *arg) {
    pthread_mutex_lock(&lock);
    return arg;
}
static void *want(void *arg) {
    pthread_join(*(pthread_t *)arg, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    static pthread_t a, b;
    pthread_create(&a, NULL, keep, NULL);
    pthread_create(&b, NULL, want, &a);
    for (;;)
        beat = !beat;
}
