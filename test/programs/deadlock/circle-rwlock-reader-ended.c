// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// message: held by a thread that has ended
// One of two readers ends and keeps the lock; the other one runs for ever, and a writer waits for both.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static volatile int beat;

static void *keeps(void *arg) {
    pthread_rwlock_rdlock(&lock);
    return arg;
}
static void *writes(void *arg) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&a, NULL, keeps, NULL);
    pthread_create(&b, NULL, writes, NULL);
    for (;;)
        beat = !beat;
}
