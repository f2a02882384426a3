// SPDX-License-Identifier: Apache-2.0
// Read-write locks inside glibc's pthread_rwlock_t. Whoever can take a lock may take it next, so the order that any
// preference for readers or writers leads to is among those explored.
#include "sync.h"

#include <pthread.h>

struct rwlock {
    struct rt_sync sync;
    int readers;                // locks for reading, counting each thread as often as it has locked
    int is_written;             // readers wait for 0
    int is_taken;               // writers wait for 0
    void *writer;               // self pointer, NULL if there is none
};
_Static_assert(sizeof(struct rwlock) <= offsetof(pthread_rwlock_t, __data.__flags),
               "rwlock must not touch what the static initialisers set");

static struct rwlock *check(pthread_rwlock_t *lock) {
    struct rwlock *l = (struct rwlock *)lock;
    rt_sync_check(&l->sync, HEDDLE_WAIT_RWLOCK, "use of a destroyed read-write lock");
    return l;
}

static bool is_mine(struct rwlock *l) { return l->writer == __heddle_self(); }

static int take_read(struct rwlock *l) {
    l->readers++;
    l->is_taken = 1;
    rt_hold_add(__heddle_self(), l);
    return 0;
}

static int take_write(struct rwlock *l) {
    l->is_written = l->is_taken = 1;
    l->writer = __heddle_self();
    return 0;
}

// ---- use ----------------------------------------------------------------------------------------

MODEL int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
    __heddle_mask();
    struct rwlock *l = check(lock);
    if (is_mine(l))
        return EDEADLK;
    __heddle_wait(&l->is_written, 0, HEDDLE_WAIT_RWLOCK, l, &l->writer);
    return take_read(check(lock));
}

// A thread that reads and wants to write waits for itself.
MODEL int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
    __heddle_mask();
    struct rwlock *l = check(lock);
    struct rt_thread *t = __heddle_self();
    if (is_mine(l))
        return EDEADLK;
    __heddle_wait(&l->is_taken, 0, HEDDLE_WAIT_RWLOCK, l, rt_hold_find(t, l) ? &t->self : &l->writer);
    return take_write(check(lock));
}

MODEL int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
    __heddle_mask();
    struct rwlock *l = check(lock);
    return l->is_written ? EBUSY : take_read(l);
}

MODEL int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
    __heddle_mask();
    struct rwlock *l = check(lock);
    return l->is_taken ? EBUSY : take_write(l);
}

MODEL int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict time) {
    __heddle_mask();
    struct rwlock *l = check(lock);
    if (!rt_is_time(time))
        return EINVAL;                  // as glibc, also if it need not wait
    if (is_mine(l))
        return EDEADLK;
    return l->is_written ? rt_timed_out(time) : take_read(l);
}

MODEL int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict time) {
    __heddle_mask();
    struct rwlock *l = check(lock);
    if (!rt_is_time(time))
        return EINVAL;                  // as glibc, also if it need not wait
    if (is_mine(l))
        return EDEADLK;
    return l->is_taken ? rt_timed_out(time) : take_write(l);
}

MODEL int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict lock, clockid_t clock,
                                     const struct timespec *restrict time) {
    return rt_is_clock(clock) ? pthread_rwlock_timedrdlock(lock, time) : EINVAL;
}

MODEL int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict lock, clockid_t clock,
                                     const struct timespec *restrict time) {
    return rt_is_clock(clock) ? pthread_rwlock_timedwrlock(lock, time) : EINVAL;
}

MODEL int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
    __heddle_mask();
    struct rwlock *l = check(lock);
    if (is_mine(l)) {
        l->is_written = l->is_taken = 0;
        l->writer = NULL;
        return 0;
    }
    if (!l->is_taken)
        rt_misuse("unlock of a read-write lock that is not locked");
    if (!rt_hold_drop(__heddle_self(), l))
        rt_misuse("unlock of a read-write lock that only other threads have locked");
    l->readers--;
    l->is_taken = l->readers > 0;
    return 0;
}

// ---- attributes ---------------------------------------------------------------------------------
// Kept so that they can be asked for; they have no effect.

struct attr {
    short kind;
    short is_shared;
};
_Static_assert(sizeof(struct attr) <= sizeof(pthread_rwlockattr_t), "attr must fit");

enum { ATTR_DESTROYED = -1 };   // in is_shared

static struct attr *check_attr(const pthread_rwlockattr_t *attr) {
    struct attr *a = (struct attr *)(uintptr_t)attr;
    if (a->is_shared == ATTR_DESTROYED)
        rt_misuse("use of destroyed read-write lock attributes");
    return a;
}

MODEL int pthread_rwlockattr_init(pthread_rwlockattr_t *attr) {
    *(struct attr *)attr = (struct attr){PTHREAD_RWLOCK_DEFAULT_NP, PTHREAD_PROCESS_PRIVATE};
    return 0;
}

MODEL int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr) {
    check_attr(attr)->is_shared = ATTR_DESTROYED;
    return 0;
}

MODEL int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attr, int kind) {
    if (kind < PTHREAD_RWLOCK_PREFER_READER_NP || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        return EINVAL;
    check_attr(attr)->kind = (short)kind;
    return 0;
}

MODEL int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *restrict attr, int *restrict kind) {
    *kind = check_attr(attr)->kind;
    return 0;
}

MODEL int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    check_attr(attr)->is_shared = (short)shared;
    return 0;
}

MODEL int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *restrict attr, int *restrict shared) {
    *shared = check_attr(attr)->is_shared;
    return 0;
}

// ---- creation -----------------------------------------------------------------------------------

static NOINLINE void init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attr) {
    __heddle_mask();
    if (attr)
        check_attr(attr);
    __builtin_memset(lock, 0, sizeof *lock);
}

MODEL int pthread_rwlock_init(pthread_rwlock_t *restrict lock, const pthread_rwlockattr_t *restrict attr) {
    init(lock, attr);
    __heddle_wrote(lock, sizeof *lock);
    return 0;
}

MODEL int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
    __heddle_mask();
    struct rwlock *l = check(lock);
    if (l->is_taken)
        rt_misuse("destroy of a locked read-write lock");
    l->sync.is_destroyed = 1;
    return 0;
}
