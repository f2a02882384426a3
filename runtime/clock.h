// SPDX-License-Identifier: Apache-2.0
// The hidden clock, for the models that read it or let time pass. It is defined and explained in
// time.c.
#ifndef HEDDLE_CLOCK_H
#define HEDDLE_CLOCK_H

#include "rt.h"

#include <sys/time.h>
#include <time.h>

enum { RT_SECOND_NS = 1000000000 };

// What 32-bit programs with _TIME_BITS=64 have in the place of time_t, struct timespec and struct
// timeval. On a 64-bit machine these are the same as the plain ones.
typedef long long rt_time64;
struct rt_timespec64 {
    rt_time64 tv_sec;
    long tv_nsec;
#ifndef __LP64__
    int : 32;
#endif
};
struct rt_timeval64 {
    rt_time64 tv_sec, tv_usec;
};

// Nanoseconds since the clock began to run. One reading: time may pass before it.
long long __rt_clock_read(void);

// Lets the others go first and, once the clock runs, at least this time pass.
void __rt_clock_sleep(long long seconds, long nanoseconds);

// The same until the clock shows at least this time, which starts the clock.
void __rt_clock_sleep_until(clockid_t clock, long long seconds, long nanoseconds);

// 0 if the program sets no timer that sends SIGALRM; see signal.c.
extern const int __rt_uses_timers;
// Where such a signal may come; true if its handler has run.
bool __rt_timer_point(void);

// What the clock showed when it began to run, in seconds; -1 if there is no such clock.
long long __rt_clock_start(clockid_t clock);

// A date as seconds since 1970 and back; see calendar.c. False if the year does not fit an int.
bool __rt_break_time(long long seconds, const char *zone, struct tm *out);
long long __rt_make_time(struct tm *date);

#endif
