// SPDX-License-Identifier: Apache-2.0
// Unnamed semaphores inside glibc's sem_t.
#include "sync.h"

#include <semaphore.h>

struct sem {
    struct rt_sync sync;
    int is_empty;               // value == 0: what threads wait for
    int value;
};
_Static_assert(sizeof(struct sem) <= sizeof(sem_t), "sem must fit");

static const char destroyed[] = "use of a destroyed semaphore";

static struct sem *check(sem_t *sem) {
    struct sem *s = (struct sem *)sem;
    rt_sync_check(&s->sync, HEDDLE_WAIT_SEM, destroyed);
    return s;
}

static int fail(int error) {
    errno = error;
    return -1;
}

static int take(struct sem *s) {
    s->value--;
    s->is_empty = s->value == 0;
    return 0;
}

MODEL int sem_wait(sem_t *sem) {
    __heddle_mask();
    struct sem *s = (struct sem *)sem;
    __heddle_wait(&s->is_empty, 0, HEDDLE_WAIT_SEM, s, NULL);
    if (s->sync.is_destroyed)
        rt_misuse(destroyed);
    return take(s);
}

MODEL int sem_trywait(sem_t *sem) {
    __heddle_mask();
    struct sem *s = check(sem);
    return s->is_empty ? fail(EAGAIN) : take(s);
}

MODEL int sem_timedwait(sem_t *restrict sem, const struct timespec *restrict time) {
    __heddle_mask();
    struct sem *s = check(sem);
    return s->is_empty ? fail(rt_timed_out(time)) : take(s);
}

MODEL int sem_clockwait(sem_t *restrict sem, clockid_t clock, const struct timespec *restrict time) {
    __heddle_mask();
    struct sem *s = check(sem);
    if (!rt_is_clock(clock))
        return fail(EINVAL);
    return s->is_empty ? fail(rt_timed_out(time)) : take(s);
}

MODEL int sem_post(sem_t *sem) {
    __heddle_mask();
    struct sem *s = check(sem);
    if (s->value == SEM_VALUE_MAX)
        return fail(EOVERFLOW);
    s->value++;
    s->is_empty = 0;
    return 0;
}

MODEL int sem_getvalue(sem_t *restrict sem, int *restrict value) {
    __heddle_mask();
    *value = check(sem)->value;
    return 0;
}

MODEL int sem_init(sem_t *sem, int shared, unsigned value) {
    (void)shared;
    __heddle_mask();
    if (value > SEM_VALUE_MAX)
        return fail(EINVAL);
    struct sem *s = (struct sem *)sem;
    s->sync = (struct rt_sync){0, 0};
    s->is_empty = value == 0;
    s->value = (int)value;
    return 0;
}

// Threads that wait go on, and find a destroyed semaphore.
MODEL int sem_destroy(sem_t *sem) {
    __heddle_mask();
    struct sem *s = check(sem);
    s->sync.is_destroyed = 1;
    s->is_empty = 0;
    return 0;
}
