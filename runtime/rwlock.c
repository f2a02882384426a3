// SPDX-License-Identifier: Apache-2.0
// Read-write locks inside glibc's pthread_rwlock_t; the kind is in its __flags, where the static
// initialisers have it.
//
// While readers have the lock and a writer waits, POSIX leaves open whether another reader gets in.
// So both are tried: it enters, or it waits until no writer has the lock or waits for it; an
// operation that must not wait fails instead. Threads that lock for reading twice, and readers that
// wait for other readers, come to grief that way. glibc's default kind always lets readers in
// (--rwlock prefer-readers), PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP never does.
//
// SOUND: a writer that has not announced itself yet has not come to wait. Whoever can take the lock
// may take it next, so the order that any preference leads to is among those explored. While nobody
// has the lock, to wait for a writer that could take it is the same as to come later: there is
// nothing to choose.
#include "sync.h"

#include <pthread.h>

// Three words that threads hold, see sync.h. What happens before what: who lets the lock go hands
// on what it has done, a writer by is_written and taken, a reader by taken alone; a writer learns
// from taken, a reader from is_written. So readers do not order each other. barred orders nothing.
struct rwlock {
    struct rt_sync sync;
    // by each reader, as often as it has locked, and by the writer: writers wait for 0
    int taken;
    int is_written; // by the writer: readers wait for 0
    // by the writer, and by those that wait to write: readers that let them go first wait for 0
    int barred;
};
_Static_assert(sizeof(struct rwlock) <= offsetof(pthread_rwlock_t, __data.__flags),
               "rwlock must not touch what the static initialisers set");

static struct rwlock *check(pthread_rwlock_t *lock) {
    struct rwlock *l = (struct rwlock *)lock;
    rt_sync_check_alive(&l->sync, "use of a destroyed read-write lock");
    return l;
}

static bool is_mine(const struct rwlock *l) {
    return RT_LOOK(l->is_written) && __heddle_holds(&l->is_written);
}

static int take_read(struct rwlock *l) {
    RT_LEARN(l->is_written);
    rt_hold_quietly(&l->taken);
    return 0;
}

static int take_write(struct rwlock *l, bool is_announced) {
    RT_LEARN(l->taken);
    if (!is_announced)
        rt_hold_quietly(&l->barred);
    rt_hold_quietly(&l->taken);
    rt_hold_quietly(&l->is_written);
    return 0;
}

// ---- who goes first -----------------------------------------------------------------------------

static bool prefers_writers(const pthread_rwlock_t *lock) {
    return lock->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

// A writer has to wait. True if readers shall know.
static bool announce(const pthread_rwlock_t *lock, struct rwlock *l) {
    if (__rt_prefer_readers && !prefers_writers(lock)) {
        __heddle_bound(HEDDLE_BOUND_RWLOCK);
        return false;
    }
    rt_hold_quietly(&l->barred);
    return true;
}

// Nobody writes. True if the reader lets a writer go first that waits.
static bool gives_way(const pthread_rwlock_t *lock, const struct rwlock *l) {
    if (prefers_writers(lock))
        return RT_LOOK(l->barred);
    return RT_LOOK(l->barred) && RT_LOOK(l->taken) && __heddle_choose(2);
}

static void wait_to_read(const pthread_rwlock_t *lock, const struct rwlock *l) {
    int what = HEDDLE_WAIT_RWLOCK | HEDDLE_WAIT_BEHIND_WRITERS;
    if (prefers_writers(lock)) {
        rt_wait_unheld(&l->barred, what, l);
        return;
    }
    rt_wait_unheld(&l->is_written, HEDDLE_WAIT_RWLOCK, l);
    if (gives_way(lock, l))
        rt_wait_unheld(&l->barred, what | HEDDLE_WAIT_CHOSEN, l);
}

// ---- use ----------------------------------------------------------------------------------------

MODEL int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
    __heddle_mask();
    struct rwlock *l = check(lock);
    if (is_mine(l))
        return EDEADLK;
    wait_to_read(lock, l);
    return take_read(check(lock));
}

// A thread that reads and wants to write waits for itself.
MODEL int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
    __heddle_mask();
    struct rwlock *l = check(lock);
    if (is_mine(l))
        return EDEADLK;
    bool is_announced = RT_LOOK(l->taken) && announce(lock, l);
    rt_wait_unheld(&l->taken, HEDDLE_WAIT_RWLOCK, l);
    return take_write(check(lock), is_announced);
}

MODEL int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
    __heddle_mask();
    struct rwlock *l = check(lock);
    return RT_LOOK(l->is_written) || gives_way(lock, l) ? EBUSY : take_read(l);
}

MODEL int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
    __heddle_mask();
    struct rwlock *l = check(lock);
    return RT_LOOK(l->taken) ? EBUSY : take_write(l, false);
}

MODEL int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock,
                                     const struct timespec *restrict time) {
    __heddle_mask();
    __heddle_yield();
    struct rwlock *l = check(lock);
    if (rt_refuses_time(time, RT_LOOK(l->is_written)))
        return EINVAL;
    if (is_mine(l))
        return EDEADLK;
    return RT_LOOK(l->is_written) || gives_way(lock, l) ? rt_timed_out(time) : take_read(l);
}

enum { WAITS = -1 };

// A timed writer is in the way of readers too, until its time is over. WAITS: it has announced
// itself.
static NOINLINE int begin_timed(pthread_rwlock_t *lock, const struct timespec *time) {
    __heddle_mask();
    __heddle_yield();
    struct rwlock *l = check(lock);
    if (rt_refuses_time(time, RT_LOOK(l->taken)))
        return EINVAL;
    if (is_mine(l))
        return EDEADLK;
    if (!RT_LOOK(l->taken))
        return take_write(l, false);
    return announce(lock, l) ? WAITS : rt_timed_out(time);
}

static NOINLINE int end_timed(pthread_rwlock_t *lock, const struct timespec *time) {
    __heddle_mask();
    __heddle_yield();
    struct rwlock *l = check(lock);
    __heddle_read(time, sizeof *time); // the real one may come to look at it only now
    if (!RT_LOOK(l->taken))
        return take_write(l, true);
    rt_let_go_quietly(&l->barred);
    return rt_timed_out(time);
}

MODEL int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock,
                                     const struct timespec *restrict time) {
    int result = begin_timed(lock, time);
    return result == WAITS ? end_timed(lock, time) : result;
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
    if (!RT_LOOK(l->taken))
        rt_misuse("unlock of a read-write lock that is not locked");
    if (!__heddle_holds(&l->taken))
        rt_misuse("unlock of a read-write lock that only other threads have locked");
    bool is_writer = is_mine(l);
    if (is_writer)
        rt_let_go_quietly(&l->barred);
    // All that is looked at comes before what hands it on: who learns of that may free the lock.
    int left = RT_LOOK(l->taken) - 1;
    if (is_writer)
        rt_let_go_in_order(&l->is_written);
    RT_HAND_ON(l->taken, left);
    __heddle_let_go(&l->taken);
    return 0;
}

// ---- attributes ---------------------------------------------------------------------------------
// The kind decides who goes first; the rest is kept so that it can be asked for.

struct attr {
    short kind;
    short is_shared;
};
_Static_assert(sizeof(struct attr) <= sizeof(pthread_rwlockattr_t), "attr must fit");

enum { ATTR_DESTROYED = 1 << 14 }; // in is_shared

static struct attr *check_attr(const pthread_rwlockattr_t *attr) {
    struct attr *a = (struct attr *)(uintptr_t)attr;
    rt_initialised(a->is_shared, "use of read-write lock attributes that were never initialised");
    if (a->is_shared == ATTR_DESTROYED)
        rt_misuse("use of destroyed read-write lock attributes");
    if (a->is_shared != PTHREAD_PROCESS_PRIVATE && a->is_shared != PTHREAD_PROCESS_SHARED)
        rt_misuse("use of something that is not initialised read-write lock attributes");
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
    if (kind < PTHREAD_RWLOCK_PREFER_READER_NP ||
        kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        return EINVAL;
    check_attr(attr)->kind = (short)kind;
    return 0;
}

MODEL int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *restrict attr,
                                        int *restrict kind) {
    *kind = check_attr(attr)->kind;
    return 0;
}

MODEL int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    check_attr(attr)->is_shared = (short)shared;
    return 0;
}

MODEL int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *restrict attr,
                                        int *restrict shared) {
    *shared = check_attr(attr)->is_shared;
    return 0;
}

// ---- creation -----------------------------------------------------------------------------------

static NOINLINE void init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attr) {
    __heddle_mask();
    int kind = attr ? check_attr(attr)->kind : PTHREAD_RWLOCK_DEFAULT_NP;
    struct rwlock *l = (struct rwlock *)lock;
    rt_forget(&l->taken);
    rt_forget(&l->is_written);
    rt_forget(&l->barred);
    __builtin_memset(lock, 0, sizeof *lock);
    lock->__data.__flags = (unsigned char)kind;
}

MODEL int pthread_rwlock_init(pthread_rwlock_t *restrict lock,
                              const pthread_rwlockattr_t *restrict attr) {
    init(lock, attr);
    __heddle_wrote(lock, sizeof *lock);
    return 0;
}

MODEL int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
    __heddle_mask();
    struct rwlock *l = check(lock);
    if (l->taken)
        rt_misuse("destroy of a locked read-write lock");
    l->sync.is_destroyed = 1;
    return 0;
}
