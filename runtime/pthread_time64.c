// SPDX-License-Identifier: Apache-2.0
// What timed functions are called in 32-bit programs with -D_TIME_BITS=64, whose struct timespec is
// longer.
#include "rt.h"

#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

#if __TIMESIZE == 32

struct timespec64 {
    long long tv_sec;
    int tv_nsec;
    int padding;
};

static struct timespec narrow(const struct timespec64 *t) {
    time_t sec = t->tv_sec > INT_MAX ? INT_MAX : t->tv_sec < INT_MIN ? INT_MIN : (time_t)t->tv_sec;
    return (struct timespec){sec, t->tv_nsec};
}

// TIMED(name, parameters before the time, arguments before the time)
#define TIMED(name, parameters, ...)                                                               \
    MODEL int __##name##64(parameters, const struct timespec64 *time);                             \
    MODEL int __##name##64(parameters, const struct timespec64 *time) {                            \
        struct timespec t = narrow(time);                                                          \
        return name(__VA_ARGS__, &t);                                                              \
    }
#define AND ,

TIMED(pthread_timedjoin_np, pthread_t thread AND void **result, thread, result)
TIMED(pthread_clockjoin_np, pthread_t thread AND void **result AND clockid_t clock, thread, result,
      clock)
TIMED(pthread_mutex_timedlock, pthread_mutex_t *m, m)
TIMED(pthread_mutex_clocklock, pthread_mutex_t *m AND clockid_t clock, m, clock)
TIMED(pthread_rwlock_timedrdlock, pthread_rwlock_t *l, l)
TIMED(pthread_rwlock_timedwrlock, pthread_rwlock_t *l, l)
TIMED(pthread_rwlock_clockrdlock, pthread_rwlock_t *l AND clockid_t clock, l, clock)
TIMED(pthread_rwlock_clockwrlock, pthread_rwlock_t *l AND clockid_t clock, l, clock)
TIMED(pthread_cond_timedwait, pthread_cond_t *c AND pthread_mutex_t *m, c, m)
TIMED(pthread_cond_clockwait, pthread_cond_t *c AND pthread_mutex_t *m AND clockid_t clock, c, m,
      clock)
TIMED(sem_timedwait, sem_t *s, s)
TIMED(sem_clockwait, sem_t *s AND clockid_t clock, s, clock)
TIMED(mtx_timedlock, mtx_t *m, m)
TIMED(cnd_timedwait, cnd_t *c AND mtx_t *m, c, m)

MODEL int __thrd_sleep64(const struct timespec64 *time, struct timespec64 *rest);
MODEL int __thrd_sleep64(const struct timespec64 *time, struct timespec64 *rest) {
    (void)rest;
    struct timespec t = narrow(time);
    return thrd_sleep(&t, NULL);
}

#endif
