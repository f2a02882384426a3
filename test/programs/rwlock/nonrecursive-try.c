// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// options: --rwlock prefer-readers
// A lock that prefers writers refuses readers while a writer waits.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void *writes(void *arg) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&t, NULL, writes, NULL);
    assert(pthread_rwlock_tryrdlock(&lock) == 0);
    return 0;
}
