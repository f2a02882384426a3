// SPDX-License-Identifier: Apache-2.0
// Mutexes inside glibc's pthread_mutex_t, so that its static initialisers work:
//   __kind   the type in its low two bits, as glibc has it, then what the attributes say;
//            DESTROYED after pthread_mutex_destroy
//   __lock   1 while a normal or adaptive mutex is locked
//   __owner  1 while a recursive or error-checking mutex is locked; its __lock stays 0
//   __count  how often a recursive mutex was locked beyond the first time
//   __nusers the priority ceiling in its low byte, above it how many threads wait for a condition
//            variable with this mutex and have not got it back
//   __list   the pointer in it: control block of the owner, NULL while unlocked
// Two lock words, because a normal mutex can then wait before anything else looks at the mutex: its
// lock is one scheduling point, also when it has to wait. The other types must see first who the
// owner is.
//
// A robust mutex is in a list in its owner's control block; a thread that ends gives them back,
// marked.
#include "sync.h"

#include <pthread.h>

#define DESTROYED (1 << 30)
#define KIND_MASK 3
enum {
    PROTOCOL_SHIFT = 4,
    PROTOCOL_BITS = 3 << PROTOCOL_SHIFT,
    SHARED_BIT = 1 << 8,
    ROBUST_BIT = 1 << 9,
    // its owner has ended, and nobody has called pthread_mutex_consistent
    INCONSISTENT_BIT = 1 << 10,
    LOST_BIT = 1 << 11, // and then somebody unlocked it
    // it was unlocked when it was not locked: glibc's count of users is wrong for ever
    UNBALANCED_BIT = 1 << 12,
    KNOWN_BITS = (1 << 13) - 1,
};

// Where it lies src/state/order.c knows, too.
static void **owner_of(pthread_mutex_t *m) {
#if __PTHREAD_MUTEX_HAVE_PREV
    _Static_assert(offsetof(pthread_mutex_t, __data.__list.__prev) == 24, "the owner has moved");
    return (void **)&m->__data.__list.__prev;
#else
    _Static_assert(offsetof(pthread_mutex_t, __data.__list.__next) == 20, "the owner has moved");
    return (void **)&m->__data.__list.__next;
#endif
}

static int kind_of(pthread_mutex_t *m) {
    int kind = m->__data.__kind;
    rt_initialised(kind, "use of a mutex that was never initialised");
    if (kind == DESTROYED)
        rt_misuse("use of a destroyed mutex");
    if (kind & ~KNOWN_BITS)
        rt_misuse("use of something that is not an initialised mutex");
    return kind & KIND_MASK;
}

static bool is_plain(int kind) {
    return kind != PTHREAD_MUTEX_RECURSIVE_NP && kind != PTHREAD_MUTEX_ERRORCHECK_NP;
}

static bool is_locked(pthread_mutex_t *m) {
    return RT_LOOK(m->__data.__lock) || RT_LOOK(m->__data.__owner);
}

static int *word_of(pthread_mutex_t *m) {
    return is_plain(m->__data.__kind & KIND_MASK) ? &m->__data.__lock : &m->__data.__owner;
}

struct rt_robust {
    struct rt_robust *next;
    pthread_mutex_t *mutex;
};

static void robust_add(struct rt_thread *t, pthread_mutex_t *m) {
    struct rt_robust *r = __heddle_alloc(sizeof *r, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    r->mutex = m;
    r->next = t->robust;
    t->robust = r;
}

static void robust_drop(struct rt_thread *t, const pthread_mutex_t *m) {
    struct rt_robust **at = &t->robust;
    while (*at && (*at)->mutex != m)
        at = &(*at)->next;
    if (*at)
        *at = (*at)->next;
}

static int take(pthread_mutex_t *m) {
    int kind = m->__data.__kind;
    if (kind & LOST_BIT)
        return ENOTRECOVERABLE;
    *word_of(m) = 1;
    *owner_of(m) = __heddle_self();
    __heddle_acquired(m);
    if (!(kind & ROBUST_BIT))
        return 0;
    robust_add(__heddle_self(), m);
    return kind & INCONSISTENT_BIT ? EOWNERDEAD : 0;
}

// All that is looked at comes before the words that hand it on: who learns of them, because it
// locks the mutex next, may free it.
static int release(pthread_mutex_t *m) {
    int kind = m->__data.__kind, *word = word_of(m);
    __heddle_released(m);
    if (kind & ROBUST_BIT)
        robust_drop(__heddle_self(), m);
    if (kind & INCONSISTENT_BIT)
        m->__data.__kind = kind ^ (INCONSISTENT_BIT | LOST_BIT);
    *owner_of(m) = NULL;
    *word = 0;
    return 0;
}

void __rt_robust_release(struct rt_thread *t) {
    __heddle_lock_model();
    for (struct rt_robust *r = t->robust; r; r = r->next) {
        pthread_mutex_t *m = r->mutex;
        m->__data.__count = 0;
        __heddle_released(m);
        *word_of(m) = 0;
        *owner_of(m) = NULL;
        m->__data.__kind |= INCONSISTENT_BIT;
    }
    t->robust = NULL;
}

// ---- waiting for a condition variable -----------------------------------------------------------
// Only the owner changes the count. It says no more than where the threads stand, so there are no
// more states for it.

enum { CEILING_BYTE = 0xff, ONE_WAITS = 0x100 }; // of __nusers

static bool is_waited_with(const pthread_mutex_t *m) { return m->__data.__nusers >= ONE_WAITS; }

void __rt_mutex_wait_begins(void *mutex) {
    pthread_mutex_t *m = mutex;
    __heddle_lock_model();
    // Where threads are counted there may be any number: then somebody waits from now on.
    if (!rt_counts_threads() || !is_waited_with(m))
        m->__data.__nusers += ONE_WAITS;
}

void __rt_mutex_wait_ends(void *mutex) {
    pthread_mutex_t *m = mutex;
    __heddle_lock_model();
    if (!is_waited_with(m))
        rt_misuse("the mutex of a thread that waits on a condition variable was initialised again");
    if (!rt_counts_threads())
        m->__data.__nusers -= ONE_WAITS;
}

void *__rt_mutex_owner(void *mutex) {
    __heddle_lock_model();
    kind_of(mutex);
    return RT_LOOK(*owner_of(mutex));
}

// ---- use ----------------------------------------------------------------------------------------

MODEL int pthread_mutex_lock(pthread_mutex_t *m) {
    __heddle_mask();
    __heddle_lock_model();
    rt_block(&m->__data.__lock, 0, HEDDLE_WAIT_MUTEX | HEDDLE_WAIT_FLAG, m, owner_of(m));
    int kind = kind_of(m);
    if (is_plain(kind))
        return take(m);
    if (*owner_of(m) == __heddle_self()) {
        if (kind == PTHREAD_MUTEX_ERRORCHECK_NP)
            return EDEADLK;
        m->__data.__count++;
        return 0;
    }
    rt_block(&m->__data.__owner, 0, HEDDLE_WAIT_MUTEX | HEDDLE_WAIT_FLAG, m, owner_of(m));
    kind_of(m);
    return take(m);
}

// What trylock answers while the mutex is locked. glibc 2.36: an error-checking mutex that is
// robust or has a protocol tells its owner apart.
static int try_locked(pthread_mutex_t *m, int kind) {
    if (RT_LOOK(*owner_of(m)) != __heddle_self() || is_plain(kind))
        return EBUSY;
    if (kind == PTHREAD_MUTEX_ERRORCHECK_NP)
        return m->__data.__kind & (ROBUST_BIT | PROTOCOL_BITS) ? EDEADLK : EBUSY;
    m->__data.__count++;
    return 0;
}

MODEL int pthread_mutex_trylock(pthread_mutex_t *m) {
    __heddle_mask();
    __heddle_lock_model();
    __heddle_observed(m);
    int kind = kind_of(m);
    if (is_locked(m))
        return try_locked(m, kind);
    RT_LEARN(*word_of(m)); // not before: one that fails orders nothing
    return take(m);
}

// What glibc 2.36 does when a thread unlocks a normal mutex that it has not locked: the mutex is
// free then, whoever had it. A robust one stays as it is.
static int release_anyway(pthread_mutex_t *m, const char *message) {
    if (m->__data.__kind & PROTOCOL_BITS)
        rt_misuse(message);
    if (m->__data.__kind & ROBUST_BIT) {
        __heddle_misused(message, NULL);
        return EPERM;
    }
    __heddle_misused(message, m);
    if (!m->__data.__lock)
        m->__data.__kind |= UNBALANCED_BIT;
    return release(m);
}

// POSIX: a stranger's unlock is an error code for recursive and error-checking mutexes, undefined
// for normal ones.
MODEL int pthread_mutex_unlock(pthread_mutex_t *m) {
    __heddle_lock_model();
    __heddle_mask_release(m);
    int kind = kind_of(m);
    if (!is_plain(kind)) {
        if (*owner_of(m) != __heddle_self())
            return EPERM;
        if (m->__data.__count == 0)
            return release(m);
        m->__data.__count--;
        return 0;
    }
    if (!m->__data.__lock)
        return release_anyway(m, "unlock of a mutex that is not locked");
    if (*owner_of(m) != __heddle_self())
        return release_anyway(m, "unlock of a mutex that another thread has locked");
    return release(m);
}

MODEL int pthread_mutex_consistent(pthread_mutex_t *m) {
    __heddle_mask();
    __heddle_lock_model();
    kind_of(m);
    if (!(m->__data.__kind & INCONSISTENT_BIT) || *owner_of(m) != __heddle_self())
        return EINVAL;
    m->__data.__kind &= ~INCONSISTENT_BIT;
    return 0;
}

// ---- attributes ---------------------------------------------------------------------------------
// An int with the bits of __kind, and the priority ceiling above them. Types and robustness have an
// effect; the rest is kept so that it can be asked for: there are no other processes and no
// priorities here.

enum {
    CEILING_SHIFT = 12,
    CEILING_BITS = 0xff << CEILING_SHIFT,
    CEILING_MIN = 1,
    CEILING_MAX = 99
};

static int check_attr(const pthread_mutexattr_t *attr) {
    int bits = *(const int *)attr;
    rt_initialised(bits, "use of mutex attributes that were never initialised");
    if (bits == DESTROYED)
        rt_misuse("use of destroyed mutex attributes");
    if (bits & ~(KNOWN_BITS | CEILING_BITS))
        rt_misuse("use of something that is not initialised mutex attributes");
    return bits;
}

static void set_bits(pthread_mutexattr_t *attr, int mask, int bits) {
    *(int *)attr = (check_attr(attr) & ~mask) | bits;
}

static int get_bits(const pthread_mutexattr_t *attr, int mask) { return check_attr(attr) & mask; }

static int protocol_of(int bits) { return (bits & PROTOCOL_BITS) >> PROTOCOL_SHIFT; }

static int ceiling_of(int bits) {
    int ceiling = (bits & CEILING_BITS) >> CEILING_SHIFT;
    return ceiling ? ceiling : CEILING_MIN;
}

MODEL int pthread_mutexattr_init(pthread_mutexattr_t *attr) {
    *(int *)attr = PTHREAD_MUTEX_DEFAULT;
    return 0;
}

MODEL int pthread_mutexattr_destroy(pthread_mutexattr_t *attr) {
    check_attr(attr);
    *(int *)attr = DESTROYED;
    return 0;
}

MODEL int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type) {
    if (type < PTHREAD_MUTEX_TIMED_NP || type > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    set_bits(attr, KIND_MASK, type);
    return 0;
}

MODEL int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attr, int *restrict type) {
    *type = get_bits(attr, KIND_MASK);
    return 0;
}

MODEL int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    set_bits(attr, SHARED_BIT, shared == PTHREAD_PROCESS_SHARED ? SHARED_BIT : 0);
    return 0;
}

MODEL int pthread_mutexattr_getpshared(const pthread_mutexattr_t *restrict attr,
                                       int *restrict shared) {
    *shared = get_bits(attr, SHARED_BIT) ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
    return 0;
}

MODEL int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol) {
    if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT)
        return EINVAL;
    set_bits(attr, PROTOCOL_BITS, protocol << PROTOCOL_SHIFT);
    return 0;
}

MODEL int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *restrict attr,
                                        int *restrict protocol) {
    *protocol = protocol_of(get_bits(attr, PROTOCOL_BITS));
    return 0;
}

MODEL int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust) {
    if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST)
        return EINVAL;
    set_bits(attr, ROBUST_BIT, robust == PTHREAD_MUTEX_ROBUST ? ROBUST_BIT : 0);
    return 0;
}

MODEL int pthread_mutexattr_getrobust(const pthread_mutexattr_t *restrict attr,
                                      int *restrict robust) {
    *robust = get_bits(attr, ROBUST_BIT) ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
    return 0;
}

MODEL int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr, int ceiling) {
    if (ceiling < CEILING_MIN || ceiling > CEILING_MAX)
        return EINVAL;
    set_bits(attr, CEILING_BITS, ceiling << CEILING_SHIFT);
    return 0;
}

MODEL int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *restrict attr,
                                           int *restrict ceiling) {
    *ceiling = ceiling_of(get_bits(attr, CEILING_BITS));
    return 0;
}

// ---- creation -----------------------------------------------------------------------------------

static NOINLINE void init(pthread_mutex_t *m, const pthread_mutexattr_t *attr) {
    __heddle_mask();
    __heddle_observed(m);
    if (__heddle_is_held(m))
        rt_misuse("initialisation of a mutex that another thread has locked");
    __heddle_released(m);
    int bits = attr ? get_bits(attr, -1) : PTHREAD_MUTEX_DEFAULT;
    __builtin_memset(m, 0, sizeof *m);
    m->__data.__kind = bits & (KIND_MASK | PROTOCOL_BITS | SHARED_BIT | ROBUST_BIT);
    if (protocol_of(bits) == PTHREAD_PRIO_PROTECT)
        m->__data.__nusers = (unsigned)ceiling_of(bits);
}

MODEL int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr) {
    init(m, attr);
    __heddle_wrote(m, sizeof *m);
    return 0;
}

// glibc refuses while its count of users is not 0, and does not look at that of robust ones.
// Threads that wait for a condition variable are users.
static bool refuses_end(pthread_mutex_t *m) {
    bool is_unbalanced = m->__data.__kind & UNBALANCED_BIT;
    if (!is_locked(m) && !is_waited_with(m))
        return is_unbalanced;
    if (rt_counts_threads() && !is_locked(m))
        __heddle_unsupported("destroying a mutex, with which threads have waited on a condition "
                             "variable, where threads are counted");
    const char *message =
        is_locked(m) ? "destroy of a locked mutex"
                     : "destroy of a mutex with which a thread waits on a condition variable";
    if (is_unbalanced || (m->__data.__kind & (PROTOCOL_BITS | ROBUST_BIT)))
        rt_misuse(message);
    __heddle_misused(message, NULL);
    return true;
}

MODEL int pthread_mutex_destroy(pthread_mutex_t *m) {
    __heddle_mask();
    __heddle_observed(m);
    kind_of(m);
    if (refuses_end(m))
        return EBUSY;
    m->__data.__kind = DESTROYED;
    return 0;
}

// ---- priorities ---------------------------------------------------------------------------------

static bool has_ceiling(pthread_mutex_t *m) {
    kind_of(m);
    return protocol_of(m->__data.__kind) == PTHREAD_PRIO_PROTECT;
}

// For races: what is written outside the mutex.
static int told_ceiling(int error, const int *ceiling) {
    if (!error)
        __heddle_wrote(ceiling, sizeof *ceiling);
    return error;
}

static NOINLINE int get_ceiling(const pthread_mutex_t *mutex, int *ceiling) {
    __heddle_mask();
    pthread_mutex_t *m = (pthread_mutex_t *)(uintptr_t)mutex;
    if (!has_ceiling(m))
        return EINVAL;
    *ceiling = (int)(m->__data.__nusers & CEILING_BYTE);
    return 0;
}

MODEL int pthread_mutex_getprioceiling(const pthread_mutex_t *restrict mutex,
                                       int *restrict ceiling) {
    return told_ceiling(get_ceiling(mutex, ceiling), ceiling);
}

static NOINLINE int set_ceiling(pthread_mutex_t *m, int ceiling, int *old) {
    __heddle_mask();
    if (!has_ceiling(m) || ceiling < CEILING_MIN || ceiling > CEILING_MAX)
        return EINVAL;
    *old = (int)(m->__data.__nusers & CEILING_BYTE);
    m->__data.__nusers = (m->__data.__nusers & ~(unsigned)CEILING_BYTE) | (unsigned)ceiling;
    return 0;
}

MODEL int pthread_mutex_setprioceiling(pthread_mutex_t *restrict m, int ceiling,
                                       int *restrict old) {
    return told_ceiling(set_ceiling(m, ceiling, old), old);
}

// ---- older names --------------------------------------------------------------------------------
// The header sends them to the functions above; programs preprocessed elsewhere may not.

MODEL int __rt_mutex_consistent_np(pthread_mutex_t *m) __asm__("pthread_mutex_consistent_np");
MODEL int __rt_mutex_consistent_np(pthread_mutex_t *m) { return pthread_mutex_consistent(m); }

MODEL int __rt_setrobust_np(pthread_mutexattr_t *attr,
                            int robust) __asm__("pthread_mutexattr_setrobust_np");
MODEL int __rt_setrobust_np(pthread_mutexattr_t *attr, int robust) {
    return pthread_mutexattr_setrobust(attr, robust);
}

MODEL int __rt_getrobust_np(const pthread_mutexattr_t *attr,
                            int *robust) __asm__("pthread_mutexattr_getrobust_np");
MODEL int __rt_getrobust_np(const pthread_mutexattr_t *attr, int *robust) {
    return pthread_mutexattr_getrobust(attr, robust);
}
