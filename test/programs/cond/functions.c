// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --no-spurious-wakeups
// Results of the condition variable functions in one thread.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static const struct timespec soon = {1, 0}, never = {1, 1000000000};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void attributes(void) {
    pthread_condattr_t attr;
    clockid_t clock;
    int shared;
    assert(pthread_condattr_init(&attr) == 0);
    assert(pthread_condattr_getclock(&attr, &clock) == 0 && clock == CLOCK_REALTIME);
    assert(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_getclock(&attr, &clock) == 0 && clock == CLOCK_MONOTONIC);
    assert(pthread_condattr_setclock(&attr, CLOCK_PROCESS_CPUTIME_ID) == EINVAL);
    assert(pthread_condattr_getpshared(&attr, &shared) == 0 && shared == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_condattr_setpshared(&attr, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_condattr_getpshared(&attr, &shared) == 0 && shared == PTHREAD_PROCESS_SHARED);
    assert(pthread_condattr_setpshared(&attr, 7) == EINVAL);
    pthread_cond_t own;
    assert(pthread_cond_init(&own, &attr) == 0);
    assert(pthread_condattr_destroy(&attr) == 0);
    assert(pthread_cond_signal(&own) == 0);
    assert(pthread_cond_destroy(&own) == 0);
    assert(pthread_cond_init(&own, NULL) == 0);
    assert(pthread_cond_destroy(&own) == 0);
}

int main(void) {
    attributes();
    assert(pthread_cond_signal(&cond) == 0);
    assert(pthread_cond_broadcast(&cond) == 0);
    pthread_mutex_lock(&lock);
    assert(pthread_cond_timedwait(&cond, &lock, &soon) == ETIMEDOUT);
    assert(pthread_cond_timedwait(&cond, &lock, &never) == EINVAL);
    assert(pthread_cond_clockwait(&cond, &lock, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
    assert(pthread_cond_clockwait(&cond, &lock, CLOCK_PROCESS_CPUTIME_ID, &soon) == EINVAL);
    assert(pthread_mutex_trylock(&lock) == EBUSY);
    pthread_mutex_unlock(&lock);
    return 0;
}
