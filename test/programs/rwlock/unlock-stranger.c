// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 10
// message: only other threads have locked
// A read lock is given back by a thread that does not have it.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *other(void *arg) {
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&a, NULL, other, NULL);
    pthread_join(a, NULL);
    return 0;
}
