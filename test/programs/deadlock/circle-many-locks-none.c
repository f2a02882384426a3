// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A writer waits for a thread that holds more locks than usual and goes on.
#include <pthread.h>

static pthread_rwlock_t lock[6] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER,
                                   PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};

static void *reads(void *arg) {
    for (int i = 0; i < 6; i++)
        pthread_rwlock_rdlock(&lock[i]);
    for (int i = 6; i-- > 0;)
        pthread_rwlock_unlock(&lock[i]);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reads, NULL);
    pthread_rwlock_wrlock(&lock[5]);
    pthread_rwlock_unlock(&lock[5]);
    pthread_join(t, NULL);
    return 0;
}
