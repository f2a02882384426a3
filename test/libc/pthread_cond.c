// SPDX-License-Identifier: Apache-2.0
// Condition variables and their attributes. pthread.h.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, woken;
static const struct timespec soon = {1, 0}, broken = {1, -1};

static pthread_t start(void *(*task)(void *)) {
    pthread_t t;
    pthread_create(&t, NULL, task, NULL);
    return t;
}

static void *signals(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

static void *waits(void *arg) {
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    woken++;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *waits_once(void *arg) {
    pthread_mutex_lock(&m);
    ready++;
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}

// Returns when a thread waits.
static pthread_t waiting(void) {
    pthread_t t = start(waits_once);
    for (int is = 0; !is;) {
        pthread_mutex_lock(&m);
        is = ready;
        pthread_mutex_unlock(&m);
    }
    return t;
}

// checks: with and without attributes
void pass_pthread_cond_init(void) {
    pthread_condattr_t a;
    pthread_condattr_init(&a);
    assert(pthread_cond_init(&c, NULL) == 0 && pthread_cond_init(&c, &a) == 0);
    start(signals);
    waits(NULL);
}

// violates: mutex-misuse: a condition variable is used that was never initialised
void fail_pthread_cond_init(void) {
    pthread_cond_t local;
    pthread_cond_signal(&local);
}

// checks: an object can be initialised again
void pass_pthread_cond_destroy(void) {
    assert(pthread_cond_destroy(&c) == 0 && pthread_cond_init(&c, NULL) == 0);
    assert(pthread_cond_signal(&c) == 0);
}

// violates: mutex-misuse: a thread waits
void fail_pthread_cond_destroy(void) {
    waiting();
    pthread_cond_destroy(&c);
}

// violates: mutex-misuse: a condition variable is used after its end
void fail_pthread_cond_destroy__used(void) {
    pthread_cond_destroy(&c);
    pthread_cond_broadcast(&c);
}

// checks: gives the mutex away and takes it again
void pass_pthread_cond_wait(void) {
    pthread_t t = start(signals);
    waits(NULL);
    pthread_join(t, NULL);
    assert(woken == 1);
}

// violates: mutex-misuse: the thread does not hold the mutex
void fail_pthread_cond_wait(void) { pthread_cond_wait(&c, &m); }

// violates: deadlock: the signal may come before the wait
void fail_pthread_cond_wait__lost(void) {
    start(signals);
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
}

static void wait_if(void) {
    pthread_t t = start(signals);
    pthread_mutex_lock(&m);
    if (!ready)
        pthread_cond_wait(&c, &m);
    assert(ready);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
}

// options: --no-spurious-wakeups
// checks: with --no-spurious-wakeups a thread wakes up only for a signal
void pass_pthread_cond_wait__if(void) { wait_if(); }

// violates: assertion: a thread may wake up without a signal
void fail_pthread_cond_wait__spurious(void) { wait_if(); }

// violates: deadlock: a thread that may wake up by itself may sleep for ever as well
void fail_pthread_cond_wait__spurious_lost(void) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
}

// checks: a loop around the wait is right in any case
void pass_pthread_cond_wait__spurious(void) {
    pthread_t t = start(signals);
    waits(NULL);
    pthread_join(t, NULL);
}

// options: --no-spurious-wakeups
// checks: ETIMEDOUT with the mutex held; EINVAL for a time that is none
void pass_pthread_cond_timedwait(void) {
    pthread_mutex_lock(&m);
    assert(pthread_cond_timedwait(&c, &m, &soon) == ETIMEDOUT);
    assert(pthread_cond_timedwait(&c, &m, &broken) == EINVAL);
    assert(pthread_mutex_unlock(&m) == 0);
}

// violates: assertion: the signal may come too late
void fail_pthread_cond_timedwait(void) {
    start(signals);
    pthread_mutex_lock(&m);
    assert(ready || pthread_cond_timedwait(&c, &m, &soon) == 0);
}

// violates: mutex-misuse: the thread does not hold the mutex
void fail_pthread_cond_timedwait__mutex(void) { pthread_cond_timedwait(&c, &m, &soon); }

// violates: assertion: it may return 0 without a signal
void fail_pthread_cond_timedwait__spurious(void) {
    pthread_mutex_lock(&m);
    assert(pthread_cond_timedwait(&c, &m, &soon) == ETIMEDOUT);
}

// violates: uninitialized: the seconds of the time were never written
// options: --property uninitialized
void fail_pthread_cond_timedwait__seconds(void) {
    struct timespec t;
    t.tv_nsec = 0;
    pthread_mutex_lock(&m);
    pthread_cond_timedwait(&c, &m, &t);
}

// violates: uninitialized: the seconds of the time were never written
// options: --property uninitialized
void fail_pthread_cond_clockwait__seconds(void) {
    struct timespec t;
    t.tv_nsec = 0;
    pthread_mutex_lock(&m);
    pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &t);
}

// options: --no-spurious-wakeups
// checks: as pthread_cond_timedwait; EINVAL for an unknown clock
void pass_pthread_cond_clockwait(void) {
    pthread_mutex_lock(&m);
    assert(pthread_cond_clockwait(&c, &m, 99, &soon) == EINVAL);
    assert(pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
    assert(pthread_mutex_unlock(&m) == 0);
}

// violates: assertion: the signal may come in time
void fail_pthread_cond_clockwait(void) {
    start(signals);
    pthread_mutex_lock(&m);
    assert(ready || pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
}

// checks: wakes one that waits; nothing happens if nobody does
void pass_pthread_cond_signal(void) {
    assert(pthread_cond_signal(&c) == 0);
    pthread_t t = waiting();
    assert(pthread_cond_signal(&c) == 0);
    pthread_join(t, NULL);
}

// violates: deadlock: one signal wakes one thread
void fail_pthread_cond_signal(void) {
    pthread_t a = start(waits), b = start(waits);
    signals(NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}

// checks: wakes all that wait
void pass_pthread_cond_broadcast(void) {
    pthread_t a = start(waits), b = start(waits);
    pthread_mutex_lock(&m);
    ready = 1;
    assert(pthread_cond_broadcast(&c) == 0);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(woken == 2);
}

// violates: deadlock: those that wait later are not woken
void fail_pthread_cond_broadcast(void) {
    pthread_t t = start(waits_once);
    pthread_cond_broadcast(&c);
    pthread_join(t, NULL);
}

// ---- attributes ---------------------------------------------------------------------------------

static pthread_condattr_t fresh(void) {
    pthread_condattr_t a;
    pthread_condattr_init(&a);
    return a;
}

static pthread_condattr_t destroyed(void) {
    pthread_condattr_t a;
    pthread_condattr_init(&a);
    pthread_condattr_destroy(&a);
    return a;
}

// checks: the defaults
void pass_pthread_condattr_init(void) {
    pthread_condattr_t a;
    clockid_t clock;
    int shared;
    assert(pthread_condattr_init(&a) == 0);
    assert(pthread_condattr_getclock(&a, &clock) == 0 && clock == CLOCK_REALTIME);
    assert(pthread_condattr_getpshared(&a, &shared) == 0 && shared == PTHREAD_PROCESS_PRIVATE);
}

// violates: null-dereference: there is no object
void fail_pthread_condattr_init(void) {
    pthread_condattr_t *volatile none = NULL;
    pthread_condattr_init(none);
}

// checks: an object can be initialised again
void pass_pthread_condattr_destroy(void) {
    pthread_condattr_t a = fresh();
    assert(pthread_condattr_destroy(&a) == 0 && pthread_condattr_init(&a) == 0);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_condattr_destroy(void) {
    pthread_condattr_t a = destroyed();
    pthread_cond_init(&c, &a);
}

// checks: two clocks; EINVAL for others
void pass_pthread_condattr_setclock(void) {
    pthread_condattr_t a = fresh();
    assert(pthread_condattr_setclock(&a, CLOCK_MONOTONIC) == 0 && pthread_condattr_setclock(&a, CLOCK_REALTIME) == 0);
    assert(pthread_condattr_setclock(&a, CLOCK_PROCESS_CPUTIME_ID) == EINVAL);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_condattr_setclock(void) {
    pthread_condattr_t a = destroyed();
    pthread_condattr_setclock(&a, CLOCK_MONOTONIC);
}

// checks: what was set
void pass_pthread_condattr_getclock(void) {
    pthread_condattr_t a = fresh();
    clockid_t clock;
    pthread_condattr_setclock(&a, CLOCK_MONOTONIC);
    assert(pthread_condattr_getclock(&a, &clock) == 0 && clock == CLOCK_MONOTONIC);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_condattr_getclock(void) {
    pthread_condattr_t a = destroyed();
    clockid_t clock;
    pthread_condattr_getclock(&a, &clock);
}

// checks: both values; EINVAL for others
void pass_pthread_condattr_setpshared(void) {
    pthread_condattr_t a = fresh();
    assert(pthread_condattr_setpshared(&a, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_condattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_condattr_setpshared(&a, 9) == EINVAL);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_condattr_setpshared(void) {
    pthread_condattr_t a = destroyed();
    pthread_condattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
}

// checks: what was set
void pass_pthread_condattr_getpshared(void) {
    pthread_condattr_t a = fresh();
    int shared;
    pthread_condattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
    assert(pthread_condattr_getpshared(&a, &shared) == 0 && shared == PTHREAD_PROCESS_SHARED);
}

// violates: assertion: the default is private
void fail_pthread_condattr_getpshared(void) {
    pthread_condattr_t a = fresh();
    int shared;
    pthread_condattr_getpshared(&a, &shared);
    assert(shared == PTHREAD_PROCESS_SHARED);
}
