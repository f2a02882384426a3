// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// A thread that holds more locks than usual is in the circle, and others run.
#include <pthread.h>

static pthread_rwlock_t lock[6] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER,
                                   PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int beat;

static void *reads(void *arg) {
    for (int i = 0; i < 6; i++)
        pthread_rwlock_rdlock(&lock[i]);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 6; i++)
        pthread_rwlock_unlock(&lock[i]);
    return arg;
}
static void *writes(void *arg) {
    pthread_mutex_lock(&mutex);
    pthread_rwlock_wrlock(&lock[5]);
    pthread_rwlock_unlock(&lock[5]);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reads, NULL);
    pthread_create(&b, NULL, writes, NULL);
    for (;;)
        beat = !beat;
}
