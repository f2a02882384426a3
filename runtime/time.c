// SPDX-License-Identifier: Apache-2.0
// Clocks. All of them show one hidden clock, each with a start of its own.
//
// The clock is part of the state, so time must not pass by itself. It passes at a reading: each one
// but the first tries both that time stood still since the last one and that one tick of a second
// has passed. And it passes in a sleep, which takes as long as it says: a program may rely on that.
// Before the first reading the clock does not run, since nobody can tell: a program that only
// sleeps has no clock in its state.
//
// A clock that always may go on would make every loop with a reading endless. So it advances at
// most __rt_clock_ticks times in a run, a sleep counting once. After that a sleep ends the run. The
// verdict names the bound; also for every program that reads a clock twice, since more than a tick
// may pass between two readings.
//
// To read a clock orders nothing.
#include "clock.h"

#include <sys/resource.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <unistd.h>

enum { TICK_NS = RT_SECOND_NS };

static const long long realtime_start = 1767225600; // 2026-01-01 00:00:00 UTC
static const long long monotonic_start = 1000;
// of the clock: far below the last time_t of 32 bits
static const long long last_second = 300000000;

static struct {
    int is_running;
    int advances;              // so far
    _Alignas(8) long long now; // in nanoseconds
} hidden;

static bool may_advance(void) {
    if (RT_LOOK(hidden.advances) < __rt_clock_ticks)
        return true;
    __heddle_bound(HEDDLE_BOUND_CLOCK);
    return false;
}

static void advance_to(long long time) {
    RT_SET(hidden.now, time);
    RT_SET(hidden.advances, RT_LOOK(hidden.advances) + 1);
}

NOINLINE long long __rt_clock_read(void) {
    __heddle_mask();
    if (!RT_LOOK(hidden.is_running)) {
        RT_SET(hidden.is_running, 1);
        return RT_LOOK(hidden.now);
    }
    __heddle_bound(HEDDLE_BOUND_CLOCK);
    if (may_advance() && __heddle_choose(2))
        advance_to(RT_LOOK(hidden.now) + TICK_NS);
    return RT_LOOK(hidden.now);
}

// Lets time pass until seconds and nanoseconds after `from`; ends the run where there are no
// advances left.
static void pass(long long from, long long seconds, long nanoseconds) {
    long long time =
        seconds > last_second ? LLONG_MAX : from + seconds * RT_SECOND_NS + nanoseconds;
    if (time <= RT_LOOK(hidden.now))
        return;
    bool is_in_reach = time / RT_SECOND_NS < last_second;
    if (!is_in_reach)
        __heddle_bound(HEDDLE_BOUND_CLOCK);
    if (!is_in_reach || !may_advance())
        __heddle_assume(0);
    advance_to(time);
}

// To let the others go first is the one visible operation, so that a sleep is one scheduling point.
void __rt_clock_sleep(long long seconds, long nanoseconds) {
    __heddle_mask();
    __heddle_yield();
    if (RT_LOOK(hidden.is_running))
        pass(RT_LOOK(hidden.now), seconds, nanoseconds);
}

// How far away a point in time is from an unknown one nobody knows.
static void refuse_unknown(void) {
    if (RT_IS_UNKNOWN(TIME))
        __heddle_unsupported("a deadline of an unknown clock");
}

void __rt_clock_sleep_until(clockid_t clock, long long seconds, long nanoseconds) {
    __heddle_mask();
    __heddle_yield();
    refuse_unknown();
    long long start = __rt_clock_start(clock);
    if (seconds < start)
        return;
    RT_SET(hidden.is_running, 1);
    pass(0, seconds - start, nanoseconds);
}

// The clocks start so far from each other that a deadline tells which of them it belongs to.
void __rt_clock_timeout(const struct timespec *deadline) {
    if (!RT_LOOK(hidden.is_running))
        return;
    refuse_unknown();
    long long start = deadline->tv_sec >= realtime_start ? realtime_start : monotonic_start;
    if (deadline->tv_sec >= start)
        pass(0, deadline->tv_sec - start, deadline->tv_nsec);
}

long long __rt_clock_start(clockid_t clock) {
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_REALTIME_ALARM: return realtime_start;
    case CLOCK_TAI: return realtime_start + 37;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
    case CLOCK_BOOTTIME_ALARM: return monotonic_start;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID: return 0;
    default: return -1;
    }
}

// ---- readings -----------------------------------------------------------------------------------
// The clock is read in one step; the result goes to the program's memory as the program's own
// writes do.

static int fail(int error) {
    errno = error;
    return -1;
}

// What a clock showed when it began to run is a condition, or unknown: then the same for all
// readings of one clock. It is looked at when something is added to it, which is when time has
// passed.
struct moment {
    long long second;
    long nanosecond;
};

static struct {
    int is_there;
    struct moment at;
} unknown_starts[3]; // realtime, monotonic, used by the program

// An unknown clock shows a time that has a year of four digits, or fits 32 bits, and goes on doing
// so for a while.
#define MOST_SECONDS (sizeof(time_t) == 4 ? 0x7f000000ll : 253400000000ll)

static NOINLINE struct moment unknown_moment(long long start, long long time) {
    __heddle_mask();
    int which = start >= realtime_start ? 0 : start == monotonic_start ? 1 : 2;
    if (!unknown_starts[which].is_there) {
        unknown_starts[which].is_there = 1;
        unknown_starts[which].at.second = __heddle_unknown_64();
        unknown_starts[which].at.nanosecond = __heddle_unknown_32();
        long nanosecond = unknown_starts[which].at.nanosecond;
        long long second = unknown_starts[which].at.second;
        if (__rt_has_nondet_range)
            __heddle_assume(nanosecond >= 0 && nanosecond < RT_SECOND_NS);
        if (__rt_is_symbolic) // seconds of a range are the user's, and told where he looks at them
            __heddle_assume(second >= 0 && second < MOST_SECONDS);
    }
    struct moment at = unknown_starts[which].at;
    long long ahead = time / RT_SECOND_NS + (which == 0 ? start - realtime_start : 0);
    if (time % RT_SECOND_NS) {
        long long sum = at.nanosecond + time % RT_SECOND_NS;
        ahead += sum / RT_SECOND_NS;
        at.nanosecond = (long)(sum % RT_SECOND_NS);
    }
    if (ahead)
        at.second += ahead;
    return at;
}

// What a clock shows that showed `start` when it began to run.
static struct moment moment_at(long long start, long long time) {
    if (RT_IS_UNKNOWN(TIME))
        return unknown_moment(start, time);
    return (struct moment){RT_GIVEN(long long, start + time / RT_SECOND_NS, TIME),
                           RT_GIVEN(long, time % RT_SECOND_NS, TIME)};
}

static long long seconds_now(void) { return moment_at(realtime_start, __rt_clock_read()).second; }

static long resolution(void) { return RT_WORLD(long, 1, TIME); } // nanoseconds

// Each reading exists twice: for 32-bit programs a time of 64 bits has other names, see <time.h>.
#define CLOCK_FUNCTIONS(time_type, spec_type, val_type, TIME, GETTIME, GETRES, SETTIME,            \
                        GETTIMEOFDAY, SETTIMEOFDAY, SPEC_GET, SPEC_GETRES)                         \
    MODEL time_type TIME(time_type *out) {                                                         \
        time_type now = (time_type)seconds_now();                                                  \
        if (out)                                                                                   \
            *out = now;                                                                            \
        return now;                                                                                \
    }                                                                                              \
    MODEL int GETTIME(clockid_t clock, spec_type *out) {                                           \
        long long start = __rt_clock_start(clock);                                                 \
        if (start < 0)                                                                             \
            return fail(EINVAL);                                                                   \
        long long now = __rt_clock_read();                                                         \
        struct moment at = moment_at(start, now);                                                  \
        out->tv_sec = (time_type)at.second;                                                        \
        out->tv_nsec = at.nanosecond;                                                              \
        return 0;                                                                                  \
    }                                                                                              \
    MODEL int GETRES(clockid_t clock, spec_type *out) {                                            \
        if (__rt_clock_start(clock) < 0)                                                           \
            return fail(EINVAL);                                                                   \
        if (out) {                                                                                 \
            out->tv_sec = 0;                                                                       \
            out->tv_nsec = resolution();                                                           \
        }                                                                                          \
        return 0;                                                                                  \
    }                                                                                              \
    MODEL int SETTIME(clockid_t clock, const spec_type *time) {                                    \
        bool is_valid = time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < RT_SECOND_NS;   \
        return fail(is_valid && clock == CLOCK_REALTIME ? EPERM : EINVAL);                         \
    }                                                                                              \
    MODEL int GETTIMEOFDAY(val_type *out, void *zone) {                                            \
        if (zone)                                                                                  \
            *(struct timezone *)zone = (struct timezone){0};                                       \
        long long now = __rt_clock_read();                                                         \
        struct moment at = moment_at(realtime_start, now);                                         \
        out->tv_sec = (time_type)at.second;                                                        \
        out->tv_usec = at.nanosecond / 1000;                                                       \
        return 0;                                                                                  \
    }                                                                                              \
    MODEL int SETTIMEOFDAY(const val_type *time, const struct timezone *zone) {                    \
        (void)zone;                                                                                \
        bool is_valid =                                                                            \
            !time || (time->tv_sec >= 0 && time->tv_usec >= 0 && time->tv_usec < 1000000);         \
        return fail(is_valid ? EPERM : EINVAL);                                                    \
    }                                                                                              \
    MODEL int SPEC_GET(spec_type *out, int base) {                                                 \
        return base == TIME_UTC && GETTIME(CLOCK_REALTIME, out) == 0 ? base : 0;                   \
    }                                                                                              \
    MODEL int SPEC_GETRES(spec_type *out, int base) {                                              \
        return base == TIME_UTC && GETRES(CLOCK_REALTIME, out) == 0 ? base : 0;                    \
    }

int timespec_getres(struct timespec *out, int base);
CLOCK_FUNCTIONS(time_t, struct timespec, struct timeval, time, clock_gettime, clock_getres,
                clock_settime, gettimeofday, settimeofday, timespec_get, timespec_getres)
#ifndef __LP64__
rt_time64 __time64(rt_time64 *out);
int __clock_gettime64(clockid_t clock, struct rt_timespec64 *out);
int __clock_getres64(clockid_t clock, struct rt_timespec64 *out);
int __clock_settime64(clockid_t clock, const struct rt_timespec64 *time);
int __gettimeofday64(struct rt_timeval64 *out, void *zone);
int __settimeofday64(const struct rt_timeval64 *time, const struct timezone *zone);
int __timespec_get64(struct rt_timespec64 *out, int base);
int __timespec_getres64(struct rt_timespec64 *out, int base);
CLOCK_FUNCTIONS(rt_time64, struct rt_timespec64, struct rt_timeval64, __time64, __clock_gettime64,
                __clock_getres64, __clock_settime64, __gettimeofday64, __settimeofday64,
                __timespec_get64, __timespec_getres64)
#endif

MODEL int adjtime(const struct timeval *delta, struct timeval *old) {
    if (old)
        *old = (struct timeval){0};
    return delta ? fail(EPERM) : 0;
}

#ifndef __LP64__
int __adjtime64(const struct rt_timeval64 *delta, struct rt_timeval64 *old);
MODEL int __adjtime64(const struct rt_timeval64 *delta, struct rt_timeval64 *old) {
    if (old)
        *old = (struct rt_timeval64){0};
    return delta ? fail(EPERM) : 0;
}
#endif

MODEL int clock_getcpuclockid(pid_t process, clockid_t *clock) {
    if (process != 0 && process != getpid())
        return ESRCH;
    *clock = CLOCK_PROCESS_CPUTIME_ID;
    return 0;
}

// ---- time used by the program -------------------------------------------------------------------
// Any time may have been used: that of the clock will do.

// A clock_t of 32 bits wraps around, as it does in a real process.
MODEL clock_t clock(void) {
    struct moment at = moment_at(0, __rt_clock_read());
    return (clock_t)(unsigned long)(at.second * CLOCKS_PER_SEC +
                                    at.nanosecond / (RT_SECOND_NS / CLOCKS_PER_SEC));
}

MODEL clock_t times(struct tms *out) {
    enum { PER_SECOND = 100 };
    struct moment at = moment_at(0, __rt_clock_read());
    long long now = at.second * PER_SECOND + at.nanosecond / (RT_SECOND_NS / PER_SECOND);
    if (out)
        *out = (struct tms){.tms_utime = (clock_t)now};
    return (clock_t)(monotonic_start * PER_SECOND + now);
}

MODEL int ftime(struct timeb *out) {
    struct moment at = moment_at(realtime_start, __rt_clock_read());
    *out = (struct timeb){.time = (time_t)at.second,
                          .millitm = (unsigned short)(at.nanosecond / 1000000)};
    return 0;
}

static bool is_usage(int who) {
    return who == RUSAGE_SELF || who == RUSAGE_CHILDREN || who == RUSAGE_THREAD;
}

// What else was used: memory, faults, switches.
static long used(void) { return RT_WORLD(long, 0, LIMITS); }

MODEL int getrusage(__rusage_who_t who, struct rusage *out) {
    if (!is_usage((int)who))
        return fail(EINVAL);
    *out = (struct rusage){0};
    if (who == RUSAGE_CHILDREN)
        return 0;
    out->ru_maxrss = used();
    out->ru_minflt = used();
    out->ru_majflt = used();
    out->ru_nvcsw = used();
    out->ru_nivcsw = used();
    struct moment at = moment_at(0, __rt_clock_read());
    out->ru_utime.tv_sec = (time_t)at.second;
    out->ru_utime.tv_usec = at.nanosecond / 1000;
    return 0;
}

#ifndef __LP64__
struct usage64 {
    struct rt_timeval64 user, system;
    long others[14];
};

int __getrusage64(int who, struct usage64 *out);
MODEL int __getrusage64(int who, struct usage64 *out) {
    if (!is_usage(who))
        return fail(EINVAL);
    *out = (struct usage64){0};
    if (who == RUSAGE_CHILDREN)
        return 0;
    struct moment at = moment_at(0, __rt_clock_read());
    out->user = (struct rt_timeval64){at.second, at.nanosecond / 1000};
    for (size_t i = 0; i < sizeof out->others / sizeof *out->others; i++)
        out->others[i] = used();
    return 0;
}
#endif
