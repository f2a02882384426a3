// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// message: POSIX lets readers wait for a writer that waits
// A thread reads twice, a writer comes in between, and a third thread runs for ever.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static volatile int beat;

static void *reads_twice(void *arg) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}
static void *writes(void *arg) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reads_twice, NULL);
    pthread_create(&b, NULL, writes, NULL);
    for (;;)
        beat = !beat;
}
