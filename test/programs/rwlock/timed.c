// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A timed lock is taken or times out, and excludes as the others do.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static const struct timespec soon = {1, 0};
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int counter, missed;

static void *add(void *arg) {
    int error = pthread_rwlock_timedwrlock(&lock, &soon);
    if (error) {
        assert(error == ETIMEDOUT);
        __atomic_fetch_add(&missed, 1, __ATOMIC_SEQ_CST);
        return arg;
    }
    counter++;
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter >= 1 && counter + missed == 2);
    return 0;
}
