// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Results of the read-write lock functions in one thread.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static const struct timespec soon = {1, 0}, never = {1, 1000000000};
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t other = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void attributes(void) {
    pthread_rwlockattr_t attr;
    int n;
    assert(pthread_rwlockattr_init(&attr) == 0);
    assert(pthread_rwlockattr_setkind_np(&attr, PTHREAD_RWLOCK_PREFER_WRITER_NP) == 0);
    assert(pthread_rwlockattr_getkind_np(&attr, &n) == 0 && n == PTHREAD_RWLOCK_PREFER_WRITER_NP);
    assert(pthread_rwlockattr_setkind_np(&attr, 9) == EINVAL);
    assert(pthread_rwlockattr_setpshared(&attr, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_rwlockattr_getpshared(&attr, &n) == 0 && n == PTHREAD_PROCESS_SHARED);
    assert(pthread_rwlockattr_setpshared(&attr, 9) == EINVAL);
    pthread_rwlock_t own;
    assert(pthread_rwlock_init(&own, &attr) == 0);
    assert(pthread_rwlock_wrlock(&own) == 0);
    assert(pthread_rwlock_unlock(&own) == 0);
    assert(pthread_rwlock_destroy(&own) == 0);
    assert(pthread_rwlockattr_destroy(&attr) == 0);
}

int main(void) {
    attributes();
    assert(pthread_rwlock_rdlock(&lock) == 0);
    assert(pthread_rwlock_rdlock(&lock) == 0);
    assert(pthread_rwlock_tryrdlock(&lock) == 0);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_timedwrlock(&lock, &soon) == ETIMEDOUT);
    assert(pthread_rwlock_timedwrlock(&lock, &never) == EINVAL);
    assert(pthread_rwlock_timedrdlock(&lock, &soon) == 0);
    assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &soon) == 0);
    for (int i = 0; i < 5; i++)
        assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_trywrlock(&lock) == 0);
    assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
    assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
    assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
    assert(pthread_rwlock_timedrdlock(&lock, &soon) == EDEADLK);
    assert(pthread_rwlock_timedwrlock(&lock, &soon) == EDEADLK);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_timedwrlock(&other, &soon) == 0);
    assert(pthread_rwlock_unlock(&other) == 0);
    assert(pthread_rwlock_clockwrlock(&other, CLOCK_MONOTONIC, &soon) == 0);
    assert(pthread_rwlock_clockwrlock(&other, CLOCK_PROCESS_CPUTIME_ID, &soon) == EINVAL);
    assert(pthread_rwlock_unlock(&other) == 0);
    assert(pthread_rwlock_destroy(&lock) == 0);
    return 0;
}
