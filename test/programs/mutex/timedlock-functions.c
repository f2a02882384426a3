// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Results of the timed mutex functions in one thread.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static const struct timespec soon = {1, 0}, never = {1, 1000000000};
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

int main(void) {
    assert(pthread_mutex_timedlock(&plain, &soon) == 0);
    assert(pthread_mutex_timedlock(&plain, &soon) == ETIMEDOUT);
    assert(pthread_mutex_timedlock(&plain, &never) == EINVAL);
    assert(pthread_mutex_clocklock(&plain, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
    assert(pthread_mutex_unlock(&plain) == 0);
    assert(pthread_mutex_clocklock(&plain, CLOCK_PROCESS_CPUTIME_ID, &soon) == EINVAL);
    assert(pthread_mutex_clocklock(&plain, CLOCK_REALTIME, &soon) == 0);
    assert(pthread_mutex_unlock(&plain) == 0);
    assert(pthread_mutex_timedlock(&checking, &soon) == 0);
    assert(pthread_mutex_timedlock(&checking, &soon) == EDEADLK);
    assert(pthread_mutex_timedlock(&recursive, &soon) == 0);
    assert(pthread_mutex_timedlock(&recursive, &soon) == 0);
    assert(pthread_mutex_unlock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == 0);
    return 0;
}
