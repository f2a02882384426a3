// SPDX-License-Identifier: Apache-2.0
// Joins that do not wait for ever, names of threads, and pthread_atfork.
#include "sync.h"

#include <pthread.h>

static NOINLINE int join_now(struct rt_thread *t, void **result) {
    __heddle_mask();
    return t->finished ? __rt_join(t, result) : EBUSY;
}

MODEL int pthread_tryjoin_np(pthread_t thread, void **result) {
    RT_NEEDS_NAMES(pthread_tryjoin_np);
    return rt_joined(join_now((struct rt_thread *)thread, result), result);
}

static NOINLINE int join_timed(struct rt_thread *t, void **result, const struct timespec *time) {
    __heddle_mask();
    __heddle_yield();
    if (__rt_cancel_due())
        return RT_CANCELLED;
    bool is_over = t->finished;
    if (rt_refuses_time(time, !is_over))
        return EINVAL;
    return is_over ? __rt_join(t, result) : rt_timed_out(time);
}

MODEL int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *time) {
    RT_NEEDS_NAMES(pthread_timedjoin_np);
    struct rt_thread *t = (struct rt_thread *)thread;
    if (t == __heddle_self())
        return EDEADLK;
    return rt_joined(rt_or_cancel(join_timed(t, result, time)), result);
}

MODEL int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock,
                               const struct timespec *time) {
    return rt_is_clock(clock) ? pthread_timedjoin_np(thread, result, time) : EINVAL;
}

// ---- names --------------------------------------------------------------------------------------

enum { NAME_BYTES = 16 }; // with the zero; the limit of Linux

MODEL int pthread_setname_np(pthread_t thread, const char *name) {
    __heddle_mask();
    struct rt_thread *t = (struct rt_thread *)thread;
    size_t n = rt_length_max(name, NAME_BYTES);
    if (n == NAME_BYTES)
        return ERANGE;
    char *copy = __heddle_alloc(NAME_BYTES, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    for (size_t i = 0; i < n; i++)
        copy[i] = name[i];
    t->name = copy;
    return 0;
}

// Without a name of its own a thread has that of the program, which nobody knows here.
static NOINLINE size_t get_name(struct rt_thread *t, char *buf) {
    __heddle_mask();
    const char *name = t->name ? t->name : "program";
    size_t i = 0;
    for (; name[i]; i++)
        buf[i] = name[i];
    buf[i] = '\0';
    return i + 1;
}

MODEL int pthread_getname_np(pthread_t thread, char *buf, size_t size) {
    if (size < NAME_BYTES)
        return ERANGE;
    size_t n = get_name((struct rt_thread *)thread, buf);
    __heddle_wrote(buf, n);
    return 0;
}

// ---- fork ---------------------------------------------------------------------------------------

// There is no fork() that could call the handlers.
MODEL int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
    (void)prepare, (void)parent, (void)child;
    return 0;
}
