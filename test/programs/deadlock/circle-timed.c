// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// Two threads want each other's lock, one of them for a limited time, while a third one runs for ever.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static const struct timespec soon = {1, 0};
static volatile int beat;

static void *forward(void *arg) {
    pthread_mutex_lock(&mutex);
    if (pthread_rwlock_timedwrlock(&lock, &soon) == 0)
        pthread_rwlock_unlock(&lock);
    pthread_mutex_unlock(&mutex);
    return arg;
}
static void *backward(void *arg) {
    pthread_rwlock_rdlock(&lock);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, forward, NULL);
    pthread_create(&b, NULL, backward, NULL);
    for (;;)
        beat = !beat;
}
