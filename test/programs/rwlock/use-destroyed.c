// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 10
// A lock of a destroyed read-write lock.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_destroy(&lock);
    pthread_rwlock_rdlock(&lock);
    return 0;
}
