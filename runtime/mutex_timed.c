// SPDX-License-Identifier: Apache-2.0
// pthread_mutex_timedlock and its family; see sync.h for how time is modelled.
#include "sync.h"

#include <pthread.h>

static int lock_timed(pthread_mutex_t *m, const struct timespec *time) {
    int error = pthread_mutex_trylock(m);
    if (error != EBUSY)
        return error;
    if (__rt_mutex_owner(m) == __heddle_self() && (m->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK_NP)
        return EDEADLK;
    return rt_timed_out(time);
}

MODEL int pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict time) {
    __heddle_mask();
    return lock_timed(m, time);
}

MODEL int pthread_mutex_clocklock(pthread_mutex_t *restrict m, clockid_t clock, const struct timespec *restrict time) {
    __heddle_mask();
    return rt_is_clock(clock) ? lock_timed(m, time) : EINVAL;
}
