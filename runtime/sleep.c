// SPDX-License-Identifier: Apache-2.0
// Sleeping: others go first, for any time. It orders nothing; but whoever reads a clock before and
// after finds at least that time between them, see time.c. The handler of a timer's signal may run
// before, or end the sleep.
#include "clock.h"

#include <sched.h>
#include <unistd.h>

MODEL const int __rt_uses_timers = 1;

static bool is_ended_by_signal(void) {
    return __rt_uses_timers && __rt_timer_point() && __heddle_choose(2);
}

static int interrupted(void) {
    errno = EINTR;
    return -1;
}

MODEL unsigned sleep(unsigned seconds) {
    __rt_cancel_point();
    if (is_ended_by_signal())
        return (unsigned)__heddle_unknown_32();
    __rt_clock_sleep(seconds, 0);
    return 0;
}

MODEL int usleep(useconds_t microseconds) {
    __rt_cancel_point();
    if (is_ended_by_signal())
        return interrupted();
    __rt_clock_sleep(microseconds / 1000000, (long)(microseconds % 1000000) * 1000);
    return 0;
}

static bool is_duration(long long seconds, long nanoseconds) {
    return seconds >= 0 && nanoseconds >= 0 && nanoseconds < RT_SECOND_NS;
}

static int sleep_on(clockid_t clock, int flags, long long seconds, long nanoseconds) {
    __rt_cancel_point();
    if (!is_duration(seconds, nanoseconds) || __rt_clock_start(clock) < 0 ||
        clock == CLOCK_THREAD_CPUTIME_ID)
        return EINVAL;
    if (is_ended_by_signal())
        return EINTR;
    if (flags & TIMER_ABSTIME)
        __rt_clock_sleep_until(clock, seconds, nanoseconds);
    else
        __rt_clock_sleep(seconds, nanoseconds);
    return 0;
}

static int sleep_for(long long seconds, long nanoseconds) {
    __rt_cancel_point();
    if (!is_duration(seconds, nanoseconds)) {
        errno = EINVAL;
        return -1;
    }
    if (is_ended_by_signal())
        return interrupted();
    __rt_clock_sleep(seconds, nanoseconds);
    return 0;
}

// What was left of a sleep that has ended early, which nobody knows.
#define REST(out)                                                                                  \
    do {                                                                                           \
        if (out) {                                                                                 \
            (out)->tv_sec = (__typeof__((out)->tv_sec))__heddle_unknown_64();                      \
            (out)->tv_nsec = (long)__heddle_unknown_32();                                          \
        }                                                                                          \
    } while (0)

MODEL int nanosleep(const struct timespec *time, struct timespec *rest) {
    int result = sleep_for(time->tv_sec, time->tv_nsec);
    if (result < 0 && errno == EINTR)
        REST(rest);
    return result;
}

MODEL int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
                          struct timespec *rest) {
    int result = sleep_on(clock, flags, time->tv_sec, time->tv_nsec);
    if (result == EINTR && !(flags & TIMER_ABSTIME))
        REST(rest);
    return result;
}

#ifndef __LP64__
int __nanosleep64(const struct rt_timespec64 *time, struct rt_timespec64 *rest);
MODEL int __nanosleep64(const struct rt_timespec64 *time, struct rt_timespec64 *rest) {
    int result = sleep_for(time->tv_sec, time->tv_nsec);
    if (result < 0 && errno == EINTR)
        REST(rest);
    return result;
}

int __clock_nanosleep_time64(clockid_t clock, int flags, const struct rt_timespec64 *time,
                             struct rt_timespec64 *rest);
MODEL int __clock_nanosleep_time64(clockid_t clock, int flags, const struct rt_timespec64 *time,
                                   struct rt_timespec64 *rest) {
    int result = sleep_on(clock, flags, time->tv_sec, time->tv_nsec);
    if (result == EINTR && !(flags & TIMER_ABSTIME))
        REST(rest);
    return result;
}
#endif
