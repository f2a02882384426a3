// SPDX-License-Identifier: Apache-2.0
// Spin locks: an int, which as in glibc on x86 is 1 while the lock is free. There is no static
// initialiser: a lock that is 0 was never initialised, and with glibc nobody would ever get it.
#include "sync.h"

#include <pthread.h>

enum { NEVER_INITIALISED, FREE, TAKEN, DESTROYED = 1 << 30 }; // TAKEN is FREE and one hold

static void check(pthread_spinlock_t *lock) {
    int is = RT_LOOK(*lock); // a trylock that fails orders nothing
    rt_initialised(is, "use of a spin lock that was never initialised");
    if (is == NEVER_INITIALISED)
        rt_misuse("use of a spin lock that was never initialised (zeros are not a free one)");
    if (is == DESTROYED)
        rt_misuse("use of a destroyed spin lock");
    if (is != FREE && is != TAKEN)
        rt_misuse("use of something that is not an initialised spin lock");
}

static int take(pthread_spinlock_t *lock) {
    *lock = TAKEN;
    __heddle_hold(lock);
    return 0;
}

MODEL int pthread_spin_lock(pthread_spinlock_t *lock) {
    __heddle_mask();
    check(lock);
    rt_block((const int *)lock, FREE, HEDDLE_WAIT_SPIN | HEDDLE_WAIT_HOLDERS, (const void *)lock,
             NULL);
    return take(lock);
}

MODEL int pthread_spin_trylock(pthread_spinlock_t *lock) {
    __heddle_mask();
    check(lock);
    if (RT_LOOK(*lock) != FREE)
        return EBUSY;
    RT_LEARN(*lock);
    return take(lock);
}

MODEL int pthread_spin_unlock(pthread_spinlock_t *lock) {
    __heddle_mask();
    check(lock);
    if (*lock == FREE) {
        __heddle_misused("unlock of a spin lock that is not locked", NULL);
        return 0;
    }
    if (!__heddle_holds(lock))
        rt_misuse("unlock of a spin lock that another thread has locked");
    *lock = FREE;
    __heddle_let_go(lock);
    return 0;
}

static NOINLINE void init(pthread_spinlock_t *lock) {
    __heddle_mask();
    rt_forget(lock);
    *lock = FREE;
}

MODEL int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
    (void)shared;
    init(lock);
    __heddle_wrote((const void *)lock, sizeof *lock);
    return 0;
}

MODEL int pthread_spin_destroy(pthread_spinlock_t *lock) {
    __heddle_mask();
    check(lock);
    if (*lock == TAKEN)
        rt_misuse("destroy of a locked spin lock");
    *lock = DESTROYED;
    return 0;
}
