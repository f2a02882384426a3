// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 10
// Destroyed while locked for reading.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_destroy(&lock);
    return 0;
}
