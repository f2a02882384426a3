// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// message: held by a thread that has ended
// A thread ends and keeps a lock that it writes; others want to read.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static volatile int beat;

static void *keeps(void *arg) {
    pthread_rwlock_wrlock(&lock);
    return arg;
}
static void *reads(void *arg) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, keeps, NULL);
    pthread_create(&b, NULL, reads, NULL);
    for (;;)
        beat = !beat;
}
