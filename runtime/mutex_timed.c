// SPDX-License-Identifier: Apache-2.0
// pthread_mutex_timedlock and its family; see sync.h for how time is modelled.
#include "sync.h"

#include <pthread.h>

static int lock_timed(pthread_mutex_t *m, const struct timespec *time) {
    __heddle_yield();
    __heddle_observed(m);
    void *owner = __rt_mutex_owner(m);
    int type = m->__data.__kind & 3;
    if (owner == __heddle_self() && type == PTHREAD_MUTEX_ERRORCHECK_NP)
        return EDEADLK;
    if (rt_refuses_time(time,
                        owner && (owner != __heddle_self() || type != PTHREAD_MUTEX_RECURSIVE_NP)))
        return EINVAL;
    int error = pthread_mutex_trylock(m);
    return error == EBUSY ? rt_timed_out(time) : error;
}

MODEL int pthread_mutex_timedlock(pthread_mutex_t *restrict m,
                                  const struct timespec *restrict time) {
    __heddle_mask();
    return lock_timed(m, time);
}

MODEL int pthread_mutex_clocklock(pthread_mutex_t *restrict m, clockid_t clock,
                                  const struct timespec *restrict time) {
    __heddle_mask();
    return rt_is_clock(clock) ? lock_timed(m, time) : EINVAL;
}
