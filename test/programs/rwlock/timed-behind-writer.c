// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// A reader may have to wait too long because a writer waits.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static const struct timespec soon = {1, 0};

static void *writes(void *arg) {
    if (pthread_rwlock_wrlock(&lock) == 0)
        pthread_rwlock_unlock(&lock);
    return arg;
}

// This thread reads, so nobody writes.
int main(void) {
    pthread_t t;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&t, NULL, writes, NULL);
    int again = pthread_rwlock_timedrdlock(&lock, &soon);
    assert(again == 0);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
