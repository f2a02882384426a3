// SPDX-License-Identifier: Apache-2.0
// Spin locks. pthread.h.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t l;
static int x;

static pthread_t start(void *(*task)(void *)) {
    pthread_t t;
    pthread_create(&t, NULL, task, NULL);
    return t;
}

static void *adds(void *arg) {
    pthread_spin_lock(&l);
    x++;
    pthread_spin_unlock(&l);
    return arg;
}

static void *unlocks(void *arg) {
    pthread_spin_unlock(&l);
    return arg;
}

// checks: a free lock
void pass_pthread_spin_init(void) {
    assert(pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_spin_trylock(&l) == 0);
}

// violates: mutex-misuse: a lock that was never initialised is unlocked
void fail_pthread_spin_init(void) { pthread_spin_unlock(&l); }

// checks: an object can be initialised again
void pass_pthread_spin_destroy(void) {
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    assert(pthread_spin_destroy(&l) == 0);
    assert(pthread_spin_init(&l, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_spin_lock(&l) == 0);
}

// violates: mutex-misuse: a locked lock is destroyed
void fail_pthread_spin_destroy(void) {
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    start(adds);
    pthread_spin_destroy(&l);
}

// violates: mutex-misuse: a lock is used after its end
void fail_pthread_spin_destroy__used(void) {
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_destroy(&l);
    pthread_spin_lock(&l);
}

// checks: one thread at a time
void pass_pthread_spin_lock(void) {
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_t t = start(adds);
    adds(NULL);
    pthread_join(t, NULL);
    assert(x == 2);
}

// violates: deadlock: a thread waits for itself
void fail_pthread_spin_lock(void) {
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&l);
    pthread_spin_lock(&l);
}

static void *keeps(void *arg) {
    pthread_spin_lock(&l);
    return arg;
}

// violates: deadlock: the holder has ended
void fail_pthread_spin_lock__ended(void) {
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_join(start(keeps), NULL);
    pthread_spin_lock(&l);
}

// checks: EBUSY for a locked one
void pass_pthread_spin_trylock(void) {
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    assert(pthread_spin_trylock(&l) == 0 && pthread_spin_trylock(&l) == EBUSY);
}

// violates: assertion: another thread may hold it
void fail_pthread_spin_trylock(void) {
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    start(adds);
    assert(pthread_spin_trylock(&l) == 0);
}

// checks: the lock is free again
void pass_pthread_spin_unlock(void) {
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&l);
    assert(pthread_spin_unlock(&l) == 0 && pthread_spin_trylock(&l) == 0);
}

// violates: mutex-misuse: the lock is free
void fail_pthread_spin_unlock(void) {
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_unlock(&l);
}

// violates: mutex-misuse: another thread has locked it
void fail_pthread_spin_unlock__stranger(void) {
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&l);
    pthread_join(start(unlocks), NULL);
}
