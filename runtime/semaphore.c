// SPDX-License-Identifier: Apache-2.0
// Semaphores inside glibc's sem_t.
#include "sync.h"

#include <semaphore.h>

struct sem {
    struct rt_sync sync; // is_destroyed: enum below
    // the value is, or the semaphore has ended: what threads wait for. Zeros are the value 0
    int is_positive;
    int value;
};
_Static_assert(sizeof(struct sem) <= sizeof(sem_t), "sem must fit");

enum { NAMED = -1, ALIVE, DESTROYED, CLOSED };

static struct sem *check(sem_t *sem) {
    struct sem *s = (struct sem *)sem;
    rt_sync_check(&s->sync);
    if (s->sync.is_destroyed == DESTROYED)
        rt_misuse("use of a destroyed semaphore");
    if (s->sync.is_destroyed == CLOSED)
        rt_misuse("use of a semaphore that sem_close has closed");
    return s;
}

static int fail(int error) {
    errno = error;
    return -1;
}

// A post happens before the waits that come after it, and nothing else: posts do not order each
// other, nor do waits, nor who only looks. What posts hand on is in is_positive.
static int take(struct sem *s) {
    RT_LEARN(s->is_positive);
    RT_SET(s->value, RT_LOOK(s->value) - 1);
    RT_SET(s->is_positive, RT_LOOK(s->value) != 0);
    return 0;
}

static NOINLINE int wait_plain(sem_t *sem) {
    __heddle_mask();
    const int *word = &((struct sem *)sem)->is_positive;
    int ended = __rt_cancel_due() ? RT_CANCELLED
                                  : rt_wait(word, 1, HEDDLE_WAIT_SEM | HEDDLE_WAIT_FLAG, sem, NULL);
    return ended ? ended : take(check(sem));
}

static NOINLINE int wait_timed(sem_t *sem, const struct timespec *time) {
    __heddle_mask();
    __heddle_yield();
    if (__rt_cancel_due())
        return RT_CANCELLED;
    struct sem *s = check(sem);
    if (rt_refuses_time(time, !RT_LOOK(s->is_positive)))
        return fail(EINVAL);
    if (RT_LOOK(s->is_positive))
        return take(s);
    return __rt_has_interrupts && __rt_timer_takes() ? RT_INTERRUPTED : fail(rt_timed_out(time));
}

// `time` only counts if it is timed: a null pointer is a time that is read.
static int wait_until(sem_t *sem, bool is_timed, const struct timespec *time) {
    int result;
    do {
        result = rt_or_cancel(is_timed ? wait_timed(sem, time) : wait_plain(sem));
        if (rt_fails_interrupted(result))
            return fail(EINTR);
    } while (result == RT_INTERRUPTED);
    return result;
}

MODEL int sem_wait(sem_t *sem) { return wait_until(sem, false, NULL); }

MODEL int sem_trywait(sem_t *sem) {
    __heddle_mask();
    struct sem *s = check(sem);
    return RT_LOOK(s->is_positive) ? take(s) : fail(EAGAIN);
}

MODEL int sem_timedwait(sem_t *restrict sem, const struct timespec *restrict time) {
    return wait_until(sem, true, time);
}

MODEL int sem_clockwait(sem_t *restrict sem, clockid_t clock,
                        const struct timespec *restrict time) {
    return rt_is_clock(clock) ? wait_until(sem, true, time) : fail(EINVAL);
}

MODEL int sem_post(sem_t *sem) {
    __heddle_mask();
    struct sem *s = check(sem);
    if (RT_LOOK(s->value) == SEM_VALUE_MAX)
        return fail(EOVERFLOW);
    RT_SET(s->value, RT_LOOK(s->value) + 1);
    RT_HAND_ON(s->is_positive, 1);
    return 0;
}

static NOINLINE int value_of(sem_t *sem) {
    __heddle_mask();
    return RT_LOOK(check(sem)->value);
}

MODEL int sem_getvalue(sem_t *restrict sem, int *restrict value) {
    *value = value_of(sem);
    return 0;
}

static NOINLINE void init(struct sem *s, unsigned value) {
    __heddle_mask();
    s->sync = (struct rt_sync){0, 0};
    s->is_positive = value != 0;
    s->value = (int)value;
}

MODEL int sem_init(sem_t *sem, int shared, unsigned value) {
    (void)shared;
    if (value > SEM_VALUE_MAX)
        return fail(EINVAL);
    init((struct sem *)sem, value);
    __heddle_wrote(sem, sizeof(struct sem));
    return 0;
}

// Threads that wait go on, and find a destroyed semaphore.
static void end(struct sem *s, int how) {
    s->sync.is_destroyed = how;
    s->is_positive = 1;
}

MODEL int sem_destroy(sem_t *sem) {
    __heddle_mask();
    struct sem *s = check(sem);
    if (s->sync.is_destroyed == NAMED)
        rt_misuse("sem_destroy of a semaphore that sem_open has opened");
    end(s, DESTROYED);
    return 0;
}

// ---- for named semaphores -----------------------------------------------------------------------

void *__rt_sem_new(int value) {
    struct sem *s = __heddle_alloc(sizeof(sem_t), HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    s->sync.is_destroyed = NAMED;
    s->is_positive = value != 0;
    s->value = value;
    return s;
}

int __rt_sem_close(void *sem) {
    struct sem *s = sem;
    int value = s->value;
    s->value = 0;
    end(s, CLOSED);
    return value;
}
