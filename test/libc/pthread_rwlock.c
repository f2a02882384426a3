// SPDX-License-Identifier: Apache-2.0
// Read-write locks and their attributes. pthread.h.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x, readers;
static const struct timespec soon = {1, 0}, broken = {1, -1};

static pthread_t start(void *(*task)(void *)) {
    pthread_t t;
    pthread_create(&t, NULL, task, NULL);
    return t;
}

static void *writes(void *arg) {
    pthread_rwlock_wrlock(&l);
    x = 1;
    x = 2;
    pthread_rwlock_unlock(&l);
    return arg;
}

static void *reads(void *arg) {
    pthread_rwlock_rdlock(&l);
    assert(x != 1);
    pthread_rwlock_unlock(&l);
    return arg;
}

static void *counts(void *arg) {
    pthread_rwlock_rdlock(&l);
    int now = __atomic_add_fetch(&readers, 1, __ATOMIC_SEQ_CST);
    assert(now == 1);
    __atomic_sub_fetch(&readers, 1, __ATOMIC_SEQ_CST);
    pthread_rwlock_unlock(&l);
    return arg;
}

static void *unlocks(void *arg) {
    pthread_rwlock_unlock(&l);
    return arg;
}

// checks: a free lock, with and without attributes
void pass_pthread_rwlock_init(void) {
    pthread_rwlockattr_t a;
    pthread_rwlockattr_init(&a);
    assert(pthread_rwlock_init(&l, NULL) == 0 && pthread_rwlock_init(&l, &a) == 0);
    assert(pthread_rwlock_trywrlock(&l) == 0);
}

// violates: mutex-misuse: a lock is used that was never initialised
void fail_pthread_rwlock_init(void) {
    pthread_rwlock_t local;
    pthread_rwlock_rdlock(&local);
}

// checks: an object can be initialised again
void pass_pthread_rwlock_destroy(void) {
    assert(pthread_rwlock_destroy(&l) == 0 && pthread_rwlock_init(&l, NULL) == 0);
    assert(pthread_rwlock_rdlock(&l) == 0);
}

// violates: mutex-misuse: a locked lock is destroyed
void fail_pthread_rwlock_destroy(void) {
    start(reads);
    pthread_rwlock_destroy(&l);
}

// violates: mutex-misuse: a lock is used after its end
void fail_pthread_rwlock_destroy__used(void) {
    pthread_rwlock_destroy(&l);
    pthread_rwlock_wrlock(&l);
}

// checks: no reader sees a writer at work; several locks of one thread; EDEADLK for the writer itself
void pass_pthread_rwlock_rdlock(void) {
    pthread_t t = start(writes);
    reads(NULL);
    pthread_join(t, NULL);
    assert(pthread_rwlock_rdlock(&l) == 0 && pthread_rwlock_rdlock(&l) == 0);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    assert(pthread_rwlock_wrlock(&l) == 0 && pthread_rwlock_rdlock(&l) == EDEADLK);
}

// violates: assertion: readers do not exclude each other
void fail_pthread_rwlock_rdlock(void) {
    pthread_t t = start(counts);
    counts(NULL);
    pthread_join(t, NULL);
}

static void *reads_twice(void *arg) {
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    return arg;
}

// violates: deadlock: a writer that waits may be in the way of a second lock for reading
void fail_pthread_rwlock_rdlock__twice(void) {
    pthread_t t = start(writes);
    reads_twice(NULL);
    pthread_join(t, NULL);
}

// checks: not if readers are preferred
// options: --rwlock prefer-readers
void pass_pthread_rwlock_rdlock__twice(void) {
    pthread_t t = start(writes);
    reads_twice(NULL);
    pthread_join(t, NULL);
}

// checks: a writer is alone; EDEADLK for a second lock
void pass_pthread_rwlock_wrlock(void) {
    pthread_t t = start(writes);
    assert(pthread_rwlock_wrlock(&l) == 0);
    assert(x != 1);
    assert(pthread_rwlock_wrlock(&l) == EDEADLK);
    pthread_rwlock_unlock(&l);
    pthread_join(t, NULL);
}

// violates: deadlock: a reader that wants to write waits for itself
void fail_pthread_rwlock_wrlock(void) {
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_wrlock(&l);
}

// checks: EBUSY while somebody writes, not while somebody reads
void pass_pthread_rwlock_tryrdlock(void) {
    assert(pthread_rwlock_tryrdlock(&l) == 0 && pthread_rwlock_tryrdlock(&l) == 0);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_wrlock(&l);
    assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
}

// violates: assertion: another thread may write
void fail_pthread_rwlock_tryrdlock(void) {
    start(writes);
    assert(pthread_rwlock_tryrdlock(&l) == 0);
}

// violates: assertion: another thread may wait to write
void fail_pthread_rwlock_tryrdlock__waits(void) {
    pthread_rwlock_rdlock(&l);
    start(writes);
    assert(pthread_rwlock_tryrdlock(&l) == 0);
}

// checks: EBUSY while somebody reads or writes
void pass_pthread_rwlock_trywrlock(void) {
    pthread_rwlock_rdlock(&l);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    pthread_rwlock_unlock(&l);
    assert(pthread_rwlock_trywrlock(&l) == 0 && pthread_rwlock_trywrlock(&l) == EBUSY);
}

// violates: assertion: another thread may read
void fail_pthread_rwlock_trywrlock(void) {
    start(reads);
    assert(pthread_rwlock_trywrlock(&l) == 0);
}

// checks: EPERM is not needed: readers and writers unlock what they have locked
void pass_pthread_rwlock_unlock(void) {
    assert(pthread_rwlock_wrlock(&l) == 0 && pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_rdlock(&l) == 0 && pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == 0);
}

// violates: mutex-misuse: the lock is free
void fail_pthread_rwlock_unlock(void) { pthread_rwlock_unlock(&l); }

// violates: mutex-misuse: only another thread reads
void fail_pthread_rwlock_unlock__reader(void) {
    pthread_rwlock_rdlock(&l);
    pthread_join(start(unlocks), NULL);
}

// violates: mutex-misuse: another thread writes
void fail_pthread_rwlock_unlock__writer(void) {
    pthread_rwlock_wrlock(&l);
    pthread_join(start(unlocks), NULL);
}

// checks: ETIMEDOUT, EDEADLK for the writer itself, EINVAL for a time that is none
void pass_pthread_rwlock_timedrdlock(void) {
    assert(pthread_rwlock_timedrdlock(&l, &soon) == 0);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_wrlock(&l);
    assert(pthread_rwlock_timedrdlock(&l, &soon) == EDEADLK);
    assert(pthread_rwlock_timedrdlock(&l, &broken) == EINVAL);
}

// violates: assertion: a lock that is free may be taken although the time is none
void fail_pthread_rwlock_timedrdlock__free(void) { assert(pthread_rwlock_timedrdlock(&l, &broken) == EINVAL); }

// violates: assertion: a time that is none may be refused although the lock is free
void fail_pthread_rwlock_timedrdlock__refused(void) { assert(pthread_rwlock_timedrdlock(&l, &broken) == 0); }

// violates: uninitialized: the seconds of the time were never written
// options: --property uninitialized
void fail_pthread_rwlock_timedrdlock__seconds(void) {
    struct timespec t;
    t.tv_nsec = 0;
    pthread_rwlock_timedrdlock(&l, &t);
}

// violates: assertion: another thread may write for too long
void fail_pthread_rwlock_timedrdlock(void) {
    start(writes);
    assert(pthread_rwlock_timedrdlock(&l, &soon) == 0);
}

// violates: assertion: another thread may wait to write for too long
void fail_pthread_rwlock_timedrdlock__waits(void) {
    pthread_rwlock_rdlock(&l);
    start(writes);
    assert(pthread_rwlock_timedrdlock(&l, &soon) == 0);
}

// checks: as pthread_rwlock_timedrdlock; EINVAL for an unknown clock
void pass_pthread_rwlock_clockrdlock(void) {
    assert(pthread_rwlock_clockrdlock(&l, 99, &soon) == EINVAL);
    assert(pthread_rwlock_clockrdlock(&l, CLOCK_MONOTONIC, &soon) == 0);
}

// violates: assertion: another thread may write for too long
void fail_pthread_rwlock_clockrdlock(void) {
    start(writes);
    assert(pthread_rwlock_clockrdlock(&l, CLOCK_MONOTONIC, &soon) == 0);
}

// checks: ETIMEDOUT, EDEADLK for the writer itself, EINVAL for a time that is none
void pass_pthread_rwlock_timedwrlock(void) {
    assert(pthread_rwlock_timedwrlock(&l, &soon) == 0);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_wrlock(&l);
    assert(pthread_rwlock_timedwrlock(&l, &soon) == EDEADLK);
    assert(pthread_rwlock_timedwrlock(&l, &broken) == EINVAL);
}

// violates: assertion: a lock that is free may be taken although the time is none
void fail_pthread_rwlock_timedwrlock__free(void) { assert(pthread_rwlock_timedwrlock(&l, &broken) == EINVAL); }

// violates: assertion: a time that is none may be refused although the lock is free
void fail_pthread_rwlock_timedwrlock__refused(void) { assert(pthread_rwlock_timedwrlock(&l, &broken) == 0); }

// violates: uninitialized: the seconds of the time were never written
// options: --property uninitialized
void fail_pthread_rwlock_timedwrlock__seconds(void) {
    struct timespec t;
    t.tv_nsec = 0;
    pthread_rwlock_timedwrlock(&l, &t);
}

// violates: assertion: another thread may read for too long
void fail_pthread_rwlock_timedwrlock(void) {
    start(reads);
    assert(pthread_rwlock_timedwrlock(&l, &soon) == 0);
}

// checks: as pthread_rwlock_timedwrlock; EINVAL for an unknown clock
void pass_pthread_rwlock_clockwrlock(void) {
    assert(pthread_rwlock_clockwrlock(&l, 99, &soon) == EINVAL);
    assert(pthread_rwlock_clockwrlock(&l, CLOCK_MONOTONIC, &soon) == 0);
}

// violates: assertion: another thread may read for too long
void fail_pthread_rwlock_clockwrlock(void) {
    start(reads);
    assert(pthread_rwlock_clockwrlock(&l, CLOCK_MONOTONIC, &soon) == 0);
}

// violates: uninitialized: the seconds of the time were never written
// options: --property uninitialized
void fail_pthread_rwlock_clockrdlock__seconds(void) {
    struct timespec t;
    t.tv_nsec = 0;
    pthread_rwlock_clockrdlock(&l, CLOCK_MONOTONIC, &t);
}

// violates: uninitialized: the seconds of the time were never written
// options: --property uninitialized
void fail_pthread_rwlock_clockwrlock__seconds(void) {
    struct timespec t;
    t.tv_nsec = 0;
    pthread_rwlock_clockwrlock(&l, CLOCK_MONOTONIC, &t);
}

// ---- attributes ---------------------------------------------------------------------------------

static pthread_rwlockattr_t fresh(void) {
    pthread_rwlockattr_t a;
    pthread_rwlockattr_init(&a);
    return a;
}

static pthread_rwlockattr_t destroyed(void) {
    pthread_rwlockattr_t a;
    pthread_rwlockattr_init(&a);
    pthread_rwlockattr_destroy(&a);
    return a;
}

// checks: private by default
void pass_pthread_rwlockattr_init(void) {
    pthread_rwlockattr_t a;
    int shared;
    assert(pthread_rwlockattr_init(&a) == 0);
    assert(pthread_rwlockattr_getpshared(&a, &shared) == 0 && shared == PTHREAD_PROCESS_PRIVATE);
}

// violates: null-dereference: there is no object
void fail_pthread_rwlockattr_init(void) {
    pthread_rwlockattr_t *volatile none = NULL;
    pthread_rwlockattr_init(none);
}

// checks: an object can be initialised again
void pass_pthread_rwlockattr_destroy(void) {
    pthread_rwlockattr_t a = fresh();
    assert(pthread_rwlockattr_destroy(&a) == 0 && pthread_rwlockattr_init(&a) == 0);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_rwlockattr_destroy(void) {
    pthread_rwlockattr_t a = destroyed();
    pthread_rwlock_init(&l, &a);
}

// checks: both values; EINVAL for others
void pass_pthread_rwlockattr_setpshared(void) {
    pthread_rwlockattr_t a = fresh();
    assert(pthread_rwlockattr_setpshared(&a, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_rwlockattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_rwlockattr_setpshared(&a, 9) == EINVAL);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_rwlockattr_setpshared(void) {
    pthread_rwlockattr_t a = destroyed();
    pthread_rwlockattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
}

// checks: what was set
void pass_pthread_rwlockattr_getpshared(void) {
    pthread_rwlockattr_t a = fresh();
    int shared;
    pthread_rwlockattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
    assert(pthread_rwlockattr_getpshared(&a, &shared) == 0 && shared == PTHREAD_PROCESS_SHARED);
}

// violates: assertion: the default is private
void fail_pthread_rwlockattr_getpshared(void) {
    pthread_rwlockattr_t a = fresh();
    int shared;
    pthread_rwlockattr_getpshared(&a, &shared);
    assert(shared == PTHREAD_PROCESS_SHARED);
}

// checks: three kinds; EINVAL for others
void pass_pthread_rwlockattr_setkind_np(void) {
    pthread_rwlockattr_t a = fresh();
    assert(pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_READER_NP) == 0);
    assert(pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NP) == 0);
    assert(pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) == 0);
    assert(pthread_rwlockattr_setkind_np(&a, 9) == EINVAL);
}

static void prefer(int kind) {
    pthread_rwlockattr_t a = fresh();
    pthread_rwlockattr_setkind_np(&a, kind);
    pthread_rwlock_init(&l, &a);
}

// violates: deadlock: a lock that prefers writers is not recursive
// options: --rwlock prefer-readers
void fail_pthread_rwlockattr_setkind_np__nonrecursive(void) {
    prefer(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    start(writes);
    reads_twice(NULL);
}

// checks: one that prefers writers as far as recursive readers allow is as good as the default
// options: --rwlock prefer-readers
void pass_pthread_rwlockattr_setkind_np__recursive(void) {
    prefer(PTHREAD_RWLOCK_PREFER_WRITER_NP);
    pthread_t t = start(writes);
    reads_twice(NULL);
    pthread_join(t, NULL);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_rwlockattr_setkind_np(void) {
    pthread_rwlockattr_t a = destroyed();
    pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NP);
}

// checks: what was set
void pass_pthread_rwlockattr_getkind_np(void) {
    pthread_rwlockattr_t a = fresh();
    int kind;
    pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NP);
    assert(pthread_rwlockattr_getkind_np(&a, &kind) == 0 && kind == PTHREAD_RWLOCK_PREFER_WRITER_NP);
}

// violates: assertion: readers are preferred by default
void fail_pthread_rwlockattr_getkind_np(void) {
    pthread_rwlockattr_t a = fresh();
    int kind;
    pthread_rwlockattr_getkind_np(&a, &kind);
    assert(kind == PTHREAD_RWLOCK_PREFER_WRITER_NP);
}
