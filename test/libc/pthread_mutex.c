// SPDX-License-Identifier: Apache-2.0
// Mutexes and their attributes. pthread.h.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static const struct timespec soon = {1, 0}, broken = {1, -1};

static void *adds(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *locks(void *arg) {
    pthread_mutex_lock(&m);
    return arg;
}

static void *locks_unlocks(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}

static void *unlocks(void *arg) {
    pthread_mutex_unlock(&m);
    return arg;
}

static pthread_t start(void *(*task)(void *)) {
    pthread_t t;
    pthread_create(&t, NULL, task, NULL);
    return t;
}

static void run(void *(*task)(void *)) { pthread_join(start(task), NULL); }

static void init(int type) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, type);
    pthread_mutex_init(&m, &a);
    pthread_mutexattr_destroy(&a);
}

static void init_robust(void) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &a);
}

static void init_ceiling(void) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT);
    pthread_mutexattr_setprioceiling(&a, 10);
    pthread_mutex_init(&m, &a);
}

static pthread_mutexattr_t fresh(void) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    return a;
}

static pthread_mutexattr_t destroyed(void) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_destroy(&a);
    return a;
}

// ---- use ----------------------------------------------------------------------------------------

// checks: a free mutex, with and without attributes
void pass_pthread_mutex_init(void) {
    assert(pthread_mutex_init(&m, NULL) == 0);
    assert(pthread_mutex_trylock(&m) == 0);
    init(PTHREAD_MUTEX_RECURSIVE);
    assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == 0);
}

// violates: mutex-misuse: a mutex is used that was never initialised
void fail_pthread_mutex_init(void) {
    pthread_mutex_t local;
    pthread_mutex_lock(&local);
}

// checks: an object can be initialised again
void pass_pthread_mutex_destroy(void) {
    assert(pthread_mutex_destroy(&m) == 0);
    assert(pthread_mutex_init(&m, NULL) == 0);
    assert(pthread_mutex_lock(&m) == 0);
}

// violates: mutex-misuse: a locked mutex is destroyed
void fail_pthread_mutex_destroy(void) {
    start(locks_unlocks);
    pthread_mutex_destroy(&m);
}

// violates: mutex-misuse: a mutex is used after its end
void fail_pthread_mutex_destroy__used(void) {
    pthread_mutex_destroy(&m);
    pthread_mutex_lock(&m);
}

// checks: one thread at a time; EDEADLK for error-checking mutexes
void pass_pthread_mutex_lock(void) {
    pthread_t t = start(adds);
    adds(NULL);
    pthread_join(t, NULL);
    assert(x == 2);
    init(PTHREAD_MUTEX_ERRORCHECK);
    assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == EDEADLK);
}

// violates: deadlock: a thread waits for itself
void fail_pthread_mutex_lock(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
}

// violates: deadlock: the owner has ended
void fail_pthread_mutex_lock__owner_ended(void) {
    run(locks);
    pthread_mutex_lock(&m);
}

// checks: EBUSY for a locked one, also one's own unless it is recursive
void pass_pthread_mutex_trylock(void) {
    assert(pthread_mutex_trylock(&m) == 0 && pthread_mutex_trylock(&m) == EBUSY);
    init(PTHREAD_MUTEX_RECURSIVE);
    assert(pthread_mutex_trylock(&m) == 0 && pthread_mutex_trylock(&m) == 0);
}

// violates: assertion: another thread may hold it
void fail_pthread_mutex_trylock(void) {
    start(locks_unlocks);
    assert(pthread_mutex_trylock(&m) == 0);
}

// checks: EPERM for recursive and error-checking mutexes of others
void pass_pthread_mutex_unlock(void) {
    assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_unlock(&m) == 0);
    init(PTHREAD_MUTEX_RECURSIVE);
    assert(pthread_mutex_unlock(&m) == EPERM);
    init(PTHREAD_MUTEX_ERRORCHECK);
    run(locks);
    assert(pthread_mutex_unlock(&m) == EPERM);
}

// violates: mutex-misuse: the mutex is not locked
void fail_pthread_mutex_unlock(void) { pthread_mutex_unlock(&m); }

// violates: mutex-misuse: another thread has locked it
void fail_pthread_mutex_unlock__stranger(void) {
    pthread_mutex_lock(&m);
    run(unlocks);
}

// checks: ETIMEDOUT, EINVAL for a time that is none, EDEADLK for one's own error-checking mutex
void pass_pthread_mutex_timedlock(void) {
    assert(pthread_mutex_timedlock(&m, &soon) == 0);
    assert(pthread_mutex_timedlock(&m, &soon) == ETIMEDOUT);
    assert(pthread_mutex_timedlock(&m, &broken) == EINVAL);
    init(PTHREAD_MUTEX_ERRORCHECK);
    assert(pthread_mutex_timedlock(&m, &soon) == 0 && pthread_mutex_timedlock(&m, &soon) == EDEADLK);
}

// violates: assertion: another thread may hold it for too long
void fail_pthread_mutex_timedlock(void) {
    start(locks_unlocks);
    assert(pthread_mutex_timedlock(&m, &soon) == 0);
}

// checks: a mutex that is free may be locked without a look at the time, or refused because of it
void pass_pthread_mutex_timedlock__free(void) {
    int error = pthread_mutex_timedlock(&m, &broken);
    assert(error ? error == EINVAL : pthread_mutex_trylock(&m) == EBUSY);
}

// violates: assertion: a mutex that is free may be locked although the time is none
void fail_pthread_mutex_timedlock__free(void) { assert(pthread_mutex_timedlock(&m, &broken) == EINVAL); }

// violates: assertion: a time that is none may be refused although the mutex is free
void fail_pthread_mutex_timedlock__refused(void) { assert(pthread_mutex_timedlock(&m, &broken) == 0); }

// violates: uninitialized: the seconds of the time were never written
// options: --property uninitialized
void fail_pthread_mutex_timedlock__seconds(void) {
    struct timespec t;
    t.tv_nsec = 0;
    pthread_mutex_timedlock(&m, &t);
}

// checks: as pthread_mutex_timedlock; EINVAL for an unknown clock
void pass_pthread_mutex_clocklock(void) {
    assert(pthread_mutex_clocklock(&m, 99, &soon) == EINVAL);
    assert(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &soon) == 0);
    assert(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
}

// violates: assertion: another thread may hold it for too long
void fail_pthread_mutex_clocklock(void) {
    start(locks_unlocks);
    assert(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &soon) == 0);
}

// violates: uninitialized: the seconds of the time were never written
// options: --property uninitialized
void fail_pthread_mutex_clocklock__seconds(void) {
    struct timespec t;
    t.tv_nsec = 0;
    pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &t);
}

// ---- robust mutexes -----------------------------------------------------------------------------

// checks: the next owner is told, and makes the mutex usable again; EINVAL if there is no need
void pass_pthread_mutex_consistent(void) {
    assert(pthread_mutex_consistent(&m) == EINVAL);
    init_robust();
    run(locks);
    assert(pthread_mutex_lock(&m) == EOWNERDEAD);
    assert(pthread_mutex_consistent(&m) == 0);
    assert(pthread_mutex_consistent(&m) == EINVAL);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_lock(&m) == 0);
}

// violates: assertion: without it the mutex cannot be used any more
void fail_pthread_mutex_consistent(void) {
    init_robust();
    run(locks);
    if (pthread_mutex_lock(&m) == EOWNERDEAD)
        pthread_mutex_unlock(&m);
    assert(pthread_mutex_lock(&m) != ENOTRECOVERABLE);
}

// checks: the same as pthread_mutex_consistent
void pass_pthread_mutex_consistent_np(void) {
    init_robust();
    run(locks);
    assert(pthread_mutex_trylock(&m) == EOWNERDEAD);
    assert(pthread_mutex_consistent_np(&m) == 0);
}

// violates: mutex-misuse: the mutex was destroyed
void fail_pthread_mutex_consistent_np(void) {
    pthread_mutex_destroy(&m);
    pthread_mutex_consistent_np(&m);
}

// ---- priorities ---------------------------------------------------------------------------------

// checks: the ceiling of the attributes; EINVAL for a mutex without one
void pass_pthread_mutex_getprioceiling(void) {
    int ceiling;
    assert(pthread_mutex_getprioceiling(&m, &ceiling) == EINVAL);
    init_ceiling();
    assert(pthread_mutex_getprioceiling(&m, &ceiling) == 0 && ceiling == 10);
}

// violates: mutex-misuse: the mutex was destroyed
void fail_pthread_mutex_getprioceiling(void) {
    int ceiling;
    pthread_mutex_destroy(&m);
    pthread_mutex_getprioceiling(&m, &ceiling);
}

// checks: gives the old one; EINVAL for a mutex without one
void pass_pthread_mutex_setprioceiling(void) {
    int old;
    assert(pthread_mutex_setprioceiling(&m, 20, &old) == EINVAL);
}

// violates: assertion: the ceiling has changed
void fail_pthread_mutex_setprioceiling(void) {
    int ceiling;
    init_ceiling();
    pthread_mutex_setprioceiling(&m, 20, &ceiling);
    pthread_mutex_getprioceiling(&m, &ceiling);
    assert(ceiling == 10);
}

// ---- attributes ---------------------------------------------------------------------------------

// checks: the defaults
void pass_pthread_mutexattr_init(void) {
    pthread_mutexattr_t a;
    int type, shared, protocol, robust;
    assert(pthread_mutexattr_init(&a) == 0);
    pthread_mutexattr_gettype(&a, &type);
    pthread_mutexattr_getpshared(&a, &shared);
    pthread_mutexattr_getprotocol(&a, &protocol);
    pthread_mutexattr_getrobust(&a, &robust);
    assert(type == PTHREAD_MUTEX_DEFAULT && shared == PTHREAD_PROCESS_PRIVATE);
    assert(protocol == PTHREAD_PRIO_NONE && robust == PTHREAD_MUTEX_STALLED);
}

// violates: null-dereference: there is no object
void fail_pthread_mutexattr_init(void) {
    pthread_mutexattr_t *volatile none = NULL;
    pthread_mutexattr_init(none);
}

// checks: an object can be initialised again
void pass_pthread_mutexattr_destroy(void) {
    pthread_mutexattr_t a = fresh();
    assert(pthread_mutexattr_destroy(&a) == 0 && pthread_mutexattr_init(&a) == 0);
}

// violates: mutex-misuse: a mutex is initialised with destroyed attributes
void fail_pthread_mutexattr_destroy(void) {
    pthread_mutexattr_t a = destroyed();
    pthread_mutex_init(&m, &a);
}

// checks: all types; EINVAL for others
void pass_pthread_mutexattr_settype(void) {
    pthread_mutexattr_t a = fresh();
    assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE) == 0);
    assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK) == 0);
    assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ADAPTIVE_NP) == 0);
    assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_NORMAL) == 0);
    assert(pthread_mutexattr_settype(&a, 9) == EINVAL);
}

// violates: deadlock: a normal mutex is not recursive
void fail_pthread_mutexattr_settype(void) {
    init(PTHREAD_MUTEX_NORMAL);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
}

// checks: what was set
void pass_pthread_mutexattr_gettype(void) {
    pthread_mutexattr_t a = fresh();
    int type;
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    assert(pthread_mutexattr_gettype(&a, &type) == 0 && type == PTHREAD_MUTEX_RECURSIVE);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_mutexattr_gettype(void) {
    pthread_mutexattr_t a = destroyed();
    int type;
    pthread_mutexattr_gettype(&a, &type);
}

// checks: both values; EINVAL for others
void pass_pthread_mutexattr_setpshared(void) {
    pthread_mutexattr_t a = fresh();
    assert(pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_mutexattr_setpshared(&a, 9) == EINVAL);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_mutexattr_setpshared(void) {
    pthread_mutexattr_t a = destroyed();
    pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
}

// checks: what was set
void pass_pthread_mutexattr_getpshared(void) {
    pthread_mutexattr_t a = fresh();
    int shared;
    pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
    assert(pthread_mutexattr_getpshared(&a, &shared) == 0 && shared == PTHREAD_PROCESS_SHARED);
}

// violates: assertion: the default is private
void fail_pthread_mutexattr_getpshared(void) {
    pthread_mutexattr_t a = fresh();
    int shared;
    pthread_mutexattr_getpshared(&a, &shared);
    assert(shared == PTHREAD_PROCESS_SHARED);
}

// checks: all protocols; EINVAL for others
void pass_pthread_mutexattr_setprotocol(void) {
    pthread_mutexattr_t a = fresh();
    assert(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT) == 0);
    assert(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT) == 0);
    assert(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_NONE) == 0);
    assert(pthread_mutexattr_setprotocol(&a, 9) == EINVAL);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_mutexattr_setprotocol(void) {
    pthread_mutexattr_t a = destroyed();
    pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT);
}

// checks: what was set
void pass_pthread_mutexattr_getprotocol(void) {
    pthread_mutexattr_t a = fresh();
    int protocol;
    pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT);
    assert(pthread_mutexattr_getprotocol(&a, &protocol) == 0 && protocol == PTHREAD_PRIO_INHERIT);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_mutexattr_getprotocol(void) {
    pthread_mutexattr_t a = destroyed();
    int protocol;
    pthread_mutexattr_getprotocol(&a, &protocol);
}

// checks: priorities of SCHED_FIFO; EINVAL for others
void pass_pthread_mutexattr_setprioceiling(void) {
    pthread_mutexattr_t a = fresh();
    assert(pthread_mutexattr_setprioceiling(&a, 1) == 0 && pthread_mutexattr_setprioceiling(&a, 99) == 0);
    assert(pthread_mutexattr_setprioceiling(&a, 0) == EINVAL);
    assert(pthread_mutexattr_setprioceiling(&a, 100) == EINVAL);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_mutexattr_setprioceiling(void) {
    pthread_mutexattr_t a = destroyed();
    pthread_mutexattr_setprioceiling(&a, 5);
}

// checks: what was set
void pass_pthread_mutexattr_getprioceiling(void) {
    pthread_mutexattr_t a = fresh();
    int ceiling;
    pthread_mutexattr_setprioceiling(&a, 42);
    assert(pthread_mutexattr_getprioceiling(&a, &ceiling) == 0 && ceiling == 42);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_mutexattr_getprioceiling(void) {
    pthread_mutexattr_t a = destroyed();
    int ceiling;
    pthread_mutexattr_getprioceiling(&a, &ceiling);
}

// checks: a robust mutex tells that its owner has ended, also a thread that waits; EINVAL for other values
void pass_pthread_mutexattr_setrobust(void) {
    pthread_mutexattr_t a = fresh();
    assert(pthread_mutexattr_setrobust(&a, 9) == EINVAL);
    init_robust();
    pthread_t t = start(locks);
    int error = pthread_mutex_lock(&m);
    assert(error == 0 || error == EOWNERDEAD);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
}

// violates: deadlock: a mutex that is not robust stays locked
void fail_pthread_mutexattr_setrobust(void) {
    pthread_mutexattr_t a = fresh();
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_STALLED);
    pthread_mutex_init(&m, &a);
    run(locks);
    pthread_mutex_lock(&m);
}

// checks: what was set
void pass_pthread_mutexattr_getrobust(void) {
    pthread_mutexattr_t a = fresh();
    int robust;
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    assert(pthread_mutexattr_getrobust(&a, &robust) == 0 && robust == PTHREAD_MUTEX_ROBUST);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_mutexattr_getrobust(void) {
    pthread_mutexattr_t a = destroyed();
    int robust;
    pthread_mutexattr_getrobust(&a, &robust);
}

// checks: the same as pthread_mutexattr_setrobust
void pass_pthread_mutexattr_setrobust_np(void) {
    pthread_mutexattr_t a = fresh();
    int robust;
    assert(pthread_mutexattr_setrobust_np(&a, PTHREAD_MUTEX_ROBUST_NP) == 0);
    assert(pthread_mutexattr_getrobust_np(&a, &robust) == 0 && robust == PTHREAD_MUTEX_ROBUST_NP);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_mutexattr_setrobust_np(void) {
    pthread_mutexattr_t a = destroyed();
    pthread_mutexattr_setrobust_np(&a, PTHREAD_MUTEX_ROBUST_NP);
}

// checks: the same as pthread_mutexattr_getrobust
void pass_pthread_mutexattr_getrobust_np(void) {
    pthread_mutexattr_t a = fresh();
    int robust;
    assert(pthread_mutexattr_getrobust_np(&a, &robust) == 0 && robust == PTHREAD_MUTEX_STALLED_NP);
}

// violates: assertion: mutexes are not robust by default
void fail_pthread_mutexattr_getrobust_np(void) {
    pthread_mutexattr_t a = fresh();
    int robust;
    pthread_mutexattr_getrobust_np(&a, &robust);
    assert(robust == PTHREAD_MUTEX_ROBUST_NP);
}
