// SPDX-License-Identifier: Apache-2.0
// Mutexes inside glibc's pthread_mutex_t, so that its static initialisers work:
//   __kind   the type in its low two bits, as glibc has it; DESTROYED after pthread_mutex_destroy
//   __lock   1 while a normal or adaptive mutex is locked
//   __owner  1 while a recursive or error-checking mutex is locked; its __lock stays 0
//   __count  how often a recursive mutex was locked beyond the first time
//   __list   the pointer in it: control block of the owner, NULL while unlocked
// Two lock words, because a normal mutex can then wait before anything else looks at the mutex: its lock is one
// scheduling point, also when it has to wait. The other types must see first who the owner is.
#include "rt.h"

#include <pthread.h>

#define DESTROYED (-1)
#define KIND_MASK 3
#define KIND_KNOWN_BITS 0x3ff   // type, robust, protocol, process-shared, elision

static void **owner_of(pthread_mutex_t *m) {
#if __PTHREAD_MUTEX_HAVE_PREV
    return (void **)&m->__data.__list.__prev;
#else
    return (void **)&m->__data.__list.__next;
#endif
}

static int kind_of(pthread_mutex_t *m) {
    int kind = m->__data.__kind;
    if (kind == DESTROYED)
        rt_misuse("use of a destroyed mutex");
    if (kind & ~KIND_KNOWN_BITS)
        rt_misuse("use of something that is not an initialised mutex");
    return kind & KIND_MASK;
}

static bool is_plain(int kind) {
    return kind != PTHREAD_MUTEX_RECURSIVE_NP && kind != PTHREAD_MUTEX_ERRORCHECK_NP;
}

static bool is_locked(pthread_mutex_t *m) { return m->__data.__lock || m->__data.__owner; }

static void take(pthread_mutex_t *m, int *word) {
    *word = 1;
    *owner_of(m) = __heddle_self();
}

static void release(pthread_mutex_t *m, int *word) {
    *word = 0;
    *owner_of(m) = NULL;
}

void *__rt_mutex_owner(void *mutex) {
    kind_of(mutex);
    return *owner_of(mutex);
}

// ---- use ----------------------------------------------------------------------------------------

MODEL int pthread_mutex_lock(pthread_mutex_t *m) {
    __heddle_mask();
    __heddle_wait(&m->__data.__lock, 0, HEDDLE_WAIT_MUTEX, m, owner_of(m));
    int kind = kind_of(m);
    if (is_plain(kind)) {
        take(m, &m->__data.__lock);
        return 0;
    }
    if (*owner_of(m) == __heddle_self()) {
        if (kind == PTHREAD_MUTEX_ERRORCHECK_NP)
            return EDEADLK;
        m->__data.__count++;
        return 0;
    }
    __heddle_wait(&m->__data.__owner, 0, HEDDLE_WAIT_MUTEX, m, owner_of(m));
    kind_of(m);
    take(m, &m->__data.__owner);
    return 0;
}

MODEL int pthread_mutex_trylock(pthread_mutex_t *m) {
    __heddle_mask();
    int kind = kind_of(m);
    if (is_locked(m)) {
        if (kind != PTHREAD_MUTEX_RECURSIVE_NP || *owner_of(m) != __heddle_self())
            return EBUSY;
        m->__data.__count++;
        return 0;
    }
    take(m, is_plain(kind) ? &m->__data.__lock : &m->__data.__owner);
    return 0;
}

// POSIX: a stranger's unlock is an error code for recursive and error-checking mutexes, undefined for normal ones.
MODEL int pthread_mutex_unlock(pthread_mutex_t *m) {
    __heddle_mask();
    int kind = kind_of(m);
    if (!is_plain(kind)) {
        if (*owner_of(m) != __heddle_self())
            return EPERM;
        if (m->__data.__count > 0)
            m->__data.__count--;
        else
            release(m, &m->__data.__owner);
        return 0;
    }
    if (!m->__data.__lock)
        rt_misuse("unlock of a mutex that is not locked");
    if (*owner_of(m) != __heddle_self())
        rt_misuse("unlock of a mutex that another thread has locked");
    release(m, &m->__data.__lock);
    return 0;
}

// ---- creation -----------------------------------------------------------------------------------

MODEL int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr) {
    __heddle_mask();
    int kind = attr ? *(const int *)attr & KIND_MASK : PTHREAD_MUTEX_DEFAULT;
    __builtin_memset(m, 0, sizeof *m);
    m->__data.__kind = kind;
    return 0;
}

MODEL int pthread_mutex_destroy(pthread_mutex_t *m) {
    __heddle_mask();
    kind_of(m);
    if (is_locked(m))
        rt_misuse("destroy of a locked mutex");
    m->__data.__kind = DESTROYED;
    return 0;
}

// ---- attributes ---------------------------------------------------------------------------------
// The type in the low bits of an int; the rest is accepted, kept so that it can be asked for, and has no effect:
// there are no other processes, priorities or dying owners here.

enum { PROTOCOL_SHIFT = 4, SHARED_BIT = 1 << 8, ROBUST_BIT = 1 << 9 };
#define PROTOCOL_BITS (3 << PROTOCOL_SHIFT)

static void set_bits(pthread_mutexattr_t *attr, int mask, int bits) {
    int *a = (int *)attr;
    *a = (*a & ~mask) | bits;
}

static int get_bits(const pthread_mutexattr_t *attr, int mask) { return *(const int *)attr & mask; }

MODEL int pthread_mutexattr_init(pthread_mutexattr_t *attr) {
    *(int *)attr = PTHREAD_MUTEX_DEFAULT;
    return 0;
}

MODEL int pthread_mutexattr_destroy(pthread_mutexattr_t *attr) {
    (void)attr;
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

MODEL int pthread_mutexattr_getpshared(const pthread_mutexattr_t *restrict attr, int *restrict shared) {
    *shared = get_bits(attr, SHARED_BIT) ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
    return 0;
}

MODEL int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol) {
    if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT)
        return EINVAL;
    set_bits(attr, PROTOCOL_BITS, protocol << PROTOCOL_SHIFT);
    return 0;
}

MODEL int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *restrict attr, int *restrict protocol) {
    *protocol = get_bits(attr, PROTOCOL_BITS) >> PROTOCOL_SHIFT;
    return 0;
}

MODEL int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust) {
    if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST)
        return EINVAL;
    set_bits(attr, ROBUST_BIT, robust == PTHREAD_MUTEX_ROBUST ? ROBUST_BIT : 0);
    return 0;
}

MODEL int pthread_mutexattr_getrobust(const pthread_mutexattr_t *restrict attr, int *restrict robust) {
    *robust = get_bits(attr, ROBUST_BIT) ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
    return 0;
}
