// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock line 11
// message: waits for read-write lock 'lock' held by thread 1
// A thread that reads waits to write: it waits for itself.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_wrlock(&lock);
    return 0;
}
