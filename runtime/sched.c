// SPDX-License-Identifier: Apache-2.0
// <sched.h>. Every order of threads is tried, so policies and priorities change nothing. There are
// two processors; a thread may bind itself to one of them, which matters only for what it sees of
// that. sched_yield is in thread.c.
#include "clock.h"

#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

enum { PROCESSORS = 2, ALL_PROCESSORS = (1 << PROCESSORS) - 1 };

static int fail(int error) {
    errno = error;
    return -1;
}

// ---- policies -----------------------------------------------------------------------------------

static bool is_policy(int policy) {
    policy &= ~SCHED_RESET_ON_FORK;
    return policy == SCHED_OTHER || policy == SCHED_FIFO || policy == SCHED_RR ||
           policy == SCHED_BATCH || policy == SCHED_IDLE;
}

static bool is_realtime(int policy) {
    policy &= ~SCHED_RESET_ON_FORK;
    return policy == SCHED_FIFO || policy == SCHED_RR;
}

MODEL int sched_get_priority_max(int policy) {
    return is_policy(policy) ? is_realtime(policy) ? 99 : 0 : fail(EINVAL);
}

MODEL int sched_get_priority_min(int policy) {
    return is_policy(policy) ? is_realtime(policy) ? 1 : 0 : fail(EINVAL);
}

MODEL int sched_setscheduler(pid_t process, int policy, const struct sched_param *param) {
    int priority = param->sched_priority;
    bool is_valid = is_policy(policy) && priority >= sched_get_priority_min(policy) &&
                    priority <= sched_get_priority_max(policy);
    return is_valid && process >= 0 ? 0 : fail(EINVAL);
}

MODEL int sched_getscheduler(pid_t process) { return process >= 0 ? SCHED_OTHER : fail(EINVAL); }

MODEL int sched_setparam(pid_t process, const struct sched_param *param) {
    return process >= 0 && param->sched_priority == 0 ? 0 : fail(EINVAL);
}

MODEL int sched_getparam(pid_t process, struct sched_param *param) {
    if (process < 0)
        return fail(EINVAL);
    param->sched_priority = 0;
    return 0;
}

enum { INTERVAL_NS = 100000000 };

MODEL int sched_rr_get_interval(pid_t process, struct timespec *out) {
    if (process < 0)
        return fail(EINVAL);
    *out = (struct timespec){0, RT_WORLD(long, INTERVAL_NS, LIMITS)};
    return 0;
}

#ifndef __LP64__
int __sched_rr_get_interval64(pid_t process, struct rt_timespec64 *out);
MODEL int __sched_rr_get_interval64(pid_t process, struct rt_timespec64 *out) {
    if (process < 0)
        return fail(EINVAL);
    *out = (struct rt_timespec64){0, RT_WORLD(long, INTERVAL_NS, LIMITS)};
    return 0;
}
#endif

// How nice the program is. Linux keeps a number for each thread, POSIX one for the process.
static int niceness;
static bool was_set; // otherwise it is what the world gives

static int current(void) { return was_set ? niceness : RT_WORLD(int, 0, PRIORITY); }

// A program may only become nicer, as long as its user has no privileges.
static NOINLINE int become(int wanted, int error) {
    __heddle_mask();
    wanted = wanted < PRIO_MIN ? PRIO_MIN : wanted >= PRIO_MAX ? PRIO_MAX - 1 : wanted;
    if (wanted < current())
        return RT_GIVEN(int, fail(error), USER);
    niceness = wanted;
    was_set = true;
    return 0;
}

static NOINLINE int get_niceness(void) {
    __heddle_mask();
    return current();
}

MODEL int nice(int increment) {
    int now = get_niceness();
    // beyond the ends of the range it makes no difference how far
    increment = increment < -99 ? -99 : increment > 99 ? 99 : increment;
    if (increment == 0)
        return now;
    return become(now + increment, EPERM) == 0 ? get_niceness() : -1;
}

static bool is_priority(int which) {
    return which == PRIO_PROCESS || which == PRIO_PGRP || which == PRIO_USER;
}

MODEL int getpriority(__priority_which_t which, id_t who) {
    (void)who;
    return is_priority((int)which) ? get_niceness() : fail(EINVAL);
}

MODEL int setpriority(__priority_which_t which, id_t who, int priority) {
    (void)who;
    return is_priority((int)which) ? become(priority, EACCES) : fail(EINVAL);
}

// ---- processors ---------------------------------------------------------------------------------

static _Thread_local unsigned forbidden; // processors of the thread, one bit each

static void refuse_unknown(void) {
    if (RT_IS_UNKNOWN(PROCESSORS))
        __heddle_unsupported("the set of an unknown number of processors");
}

static bool is_self(pid_t thread) { return thread == 0 || thread == gettid(); }

MODEL int sched_setaffinity(pid_t thread, size_t size, const cpu_set_t *set) {
    if (!is_self(thread))
        __heddle_unsupported("sched_setaffinity of another thread");
    __heddle_bound(HEDDLE_BOUND_PROCESSORS);
    refuse_unknown();
    unsigned allowed = size > 0 ? (unsigned)*(const unsigned char *)set & ALL_PROCESSORS : 0;
    if (!allowed)
        return fail(EINVAL);
    forbidden = allowed ^ ALL_PROCESSORS;
    return 0;
}

MODEL int sched_getaffinity(pid_t thread, size_t size, cpu_set_t *set) {
    if (!is_self(thread))
        __heddle_unsupported("sched_getaffinity of another thread");
    if (size < sizeof(long) || size % sizeof(long) != 0)
        return fail(EINVAL);
    __builtin_memset(set, 0, size);
    refuse_unknown();
    *(unsigned char *)set = RT_GIVEN(unsigned char, ALL_PROCESSORS & ~forbidden, PROCESSORS);
    return 0;
}

// Any processor that the thread may run on; it can be another one the next time.
MODEL int sched_getcpu(void) {
    if (forbidden)
        return RT_GIVEN(int, forbidden & 1, PROCESSORS);
    refuse_unknown();
    return RT_GIVEN(int, __heddle_choose(PROCESSORS), PROCESSORS);
}

MODEL int getcpu(unsigned *processor, unsigned *node) {
    if (processor)
        *processor = (unsigned)sched_getcpu();
    if (node)
        *node = 0;
    return 0;
}

// At least one.
static int processors(void) {
    int n = RT_WORLD(int, PROCESSORS, PROCESSORS);
    if (RT_IS_UNKNOWN(PROCESSORS) && __rt_has_nondet_range)
        __heddle_assume(n > 0);
    return n;
}

MODEL int get_nprocs(void) { return processors(); }
MODEL int get_nprocs_conf(void) { return processors(); }

// ---- what the macros of <sched.h> call ----------------------------------------------------------

MODEL int __sched_cpucount(size_t size, const cpu_set_t *set) {
    int n = 0;
    for (size_t i = 0; i < size / sizeof(__cpu_mask); i++)
        n += __builtin_popcountl(set->__bits[i]);
    return n;
}

MODEL cpu_set_t *__sched_cpualloc(size_t count) { return malloc(CPU_ALLOC_SIZE(count)); }
MODEL void __sched_cpufree(cpu_set_t *set) { free(set); }
