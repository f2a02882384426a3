// SPDX-License-Identifier: Apache-2.0
// Threads: their life, joining, names. pthread.h and sched.h.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>

static int x;
static pthread_t first;

static void *ends(void *arg) { return arg; }
static void *writes(void *arg) {
    x = 1;
    return arg;
}

// checks: the new thread gets its argument and runs at some time
void pass_pthread_create(void) {
    pthread_t t;
    void *result;
    assert(pthread_create(&t, NULL, writes, &x) == 0);
    assert(pthread_join(t, &result) == 0);
    assert(result == &x && x == 1);
}

// violates: assertion: the new thread need not have run when pthread_create returns
void fail_pthread_create(void) {
    pthread_t t;
    pthread_create(&t, NULL, writes, NULL);
    assert(x == 1);
}

// violates: assertion: nor need it wait until pthread_create returns
void fail_pthread_create__early(void) {
    pthread_t t;
    pthread_create(&t, NULL, writes, NULL);
    assert(x == 0);
}

static void *leaves(void *arg) {
    pthread_exit(arg);
}

// checks: the result reaches pthread_join, from any depth of calls
void pass_pthread_exit(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, leaves, &x);
    pthread_join(t, &result);
    assert(result == &x);
}

static void *exits_before_writing(void *arg) {
    pthread_exit(NULL);
    x = 1;
    return arg;
}

// violates: assertion: what follows pthread_exit is not executed
void fail_pthread_exit(void) {
    pthread_t t;
    pthread_create(&t, NULL, exits_before_writing, NULL);
    pthread_join(t, NULL);
    assert(x == 1);
}

static void *asserts_alone(void *arg) {
    assert(x == 0);
    return arg;
}

// violates: assertion: other threads go on after pthread_exit in the first one
void fail_pthread_exit__main(void) {
    pthread_t t;
    pthread_create(&t, NULL, asserts_alone, NULL);
    x = 1;
    pthread_exit(NULL);
}

// checks: join gives the result, and EDEADLK for the thread itself
void pass_pthread_join(void) {
    pthread_t t;
    void *result = NULL;
    assert(pthread_join(pthread_self(), NULL) == EDEADLK);
    pthread_create(&t, NULL, ends, &x);
    assert(pthread_join(t, &result) == 0 && result == &x);
}

// violates: mutex-misuse: a thread is joined twice
void fail_pthread_join(void) {
    pthread_t t;
    pthread_create(&t, NULL, ends, NULL);
    pthread_join(t, NULL);
    pthread_join(t, NULL);
}

// violates: mutex-misuse: a detached thread is joined
void fail_pthread_join__detached(void) {
    pthread_t t;
    pthread_create(&t, NULL, ends, NULL);
    pthread_detach(t);
    pthread_join(t, NULL);
}

static void *joins_first(void *arg) {
    pthread_join(first, NULL);
    return arg;
}

// violates: deadlock: two threads join each other
void fail_pthread_join__each_other(void) {
    pthread_t t;
    first = pthread_self();
    pthread_create(&t, NULL, joins_first, NULL);
    pthread_join(t, NULL);
}

// checks: a detached thread runs as any other
void pass_pthread_detach(void) {
    pthread_t t;
    pthread_create(&t, NULL, ends, NULL);
    assert(pthread_detach(t) == 0);
}

// violates: mutex-misuse: a thread is detached twice
void fail_pthread_detach(void) {
    pthread_t t;
    pthread_create(&t, NULL, ends, NULL);
    pthread_detach(t);
    pthread_detach(t);
}

// violates: mutex-misuse: a thread is detached after it was joined
void fail_pthread_detach__joined(void) {
    pthread_t t;
    pthread_create(&t, NULL, ends, NULL);
    pthread_join(t, NULL);
    pthread_detach(t);
}

static void *own_handle(void *arg) {
    *(pthread_t *)arg = pthread_self();
    return NULL;
}

// checks: a thread's own handle is the one that pthread_create stored
void pass_pthread_self(void) {
    pthread_t t, own;
    pthread_create(&t, NULL, own_handle, &own);
    pthread_join(t, NULL);
    assert(pthread_equal(t, own));
}

// violates: assertion: two threads have different handles
void fail_pthread_self(void) {
    pthread_t t, own;
    pthread_create(&t, NULL, own_handle, &own);
    pthread_join(t, NULL);
    assert(own == pthread_self());
}

// checks: not 0 for the same thread, 0 for two
void pass_pthread_equal(void) {
    pthread_t t;
    pthread_create(&t, NULL, ends, NULL);
    assert(pthread_equal(t, t));
    assert(!pthread_equal(t, pthread_self()));
    pthread_join(t, NULL);
}

// violates: assertion: different threads are not equal
void fail_pthread_equal(void) {
    pthread_t t;
    pthread_create(&t, NULL, ends, NULL);
    assert(pthread_equal(t, pthread_self()));
}

// ---- joins that do not wait ---------------------------------------------------------------------

// checks: EBUSY while the thread runs, then its result
void pass_pthread_tryjoin_np(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, ends, &x);
    int error = pthread_tryjoin_np(t, &result);
    assert(error == 0 || error == EBUSY);
    if (error)
        assert(pthread_join(t, &result) == 0);
    assert(result == &x);
}

// violates: assertion: it does not wait for the thread
void fail_pthread_tryjoin_np(void) {
    pthread_t t;
    pthread_create(&t, NULL, ends, NULL);
    assert(pthread_tryjoin_np(t, NULL) == 0);
}

// violates: mutex-misuse: a thread is joined twice
void fail_pthread_tryjoin_np__twice(void) {
    pthread_t t;
    pthread_create(&t, NULL, ends, NULL);
    pthread_join(t, NULL);
    pthread_tryjoin_np(t, NULL);
}

static const struct timespec soon = {1, 0}, broken = {1, 1000000000};

// checks: the result or ETIMEDOUT; EDEADLK for the thread itself
void pass_pthread_timedjoin_np(void) {
    pthread_t t;
    void *result;
    assert(pthread_timedjoin_np(pthread_self(), NULL, &soon) == EDEADLK);
    pthread_create(&t, NULL, ends, &x);
    int error = pthread_timedjoin_np(t, &result, &soon);
    assert(error == 0 || error == ETIMEDOUT);
    if (error)
        assert(pthread_join(t, &result) == 0);
    assert(result == &x);
}

// violates: assertion: the time may be over before the thread ends
void fail_pthread_timedjoin_np(void) {
    pthread_t t;
    pthread_create(&t, NULL, ends, NULL);
    assert(pthread_timedjoin_np(t, NULL, &soon) == 0);
}

// violates: uninitialized: the seconds of the time were never written
// options: --property uninitialized
void fail_pthread_timedjoin_np__seconds(void) {
    pthread_t t;
    struct timespec time;
    time.tv_nsec = 0;
    pthread_create(&t, NULL, ends, NULL);
    pthread_timedjoin_np(t, NULL, &time);
}

// violates: uninitialized: the seconds of the time were never written
// options: --property uninitialized
void fail_pthread_clockjoin_np__seconds(void) {
    pthread_t t;
    struct timespec time;
    time.tv_nsec = 0;
    pthread_create(&t, NULL, ends, NULL);
    pthread_clockjoin_np(t, NULL, CLOCK_REALTIME, &time);
}

// checks: the result or ETIMEDOUT; EINVAL for an unknown clock and a time that is none
void pass_pthread_clockjoin_np(void) {
    pthread_t t;
    pthread_create(&t, NULL, ends, NULL);
    assert(pthread_clockjoin_np(t, NULL, 99, &soon) == EINVAL);
    int error = pthread_clockjoin_np(t, NULL, CLOCK_MONOTONIC, &soon);
    assert(error == 0 || error == ETIMEDOUT);
    if (error) {
        error = pthread_clockjoin_np(t, NULL, CLOCK_REALTIME, &broken);
        assert(error == 0 || error == EINVAL);
    }
}

// violates: assertion: the thread may end before the time is over
void fail_pthread_clockjoin_np(void) {
    pthread_t t;
    pthread_create(&t, NULL, ends, NULL);
    assert(pthread_clockjoin_np(t, NULL, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
}

// ---- yield --------------------------------------------------------------------------------------

// checks: always succeeds
void pass_sched_yield(void) { assert(sched_yield() == 0); }

// violates: assertion: others need not run
void fail_sched_yield(void) {
    pthread_t t;
    pthread_create(&t, NULL, writes, NULL);
    sched_yield();
    assert(x == 1);
}

// checks: always succeeds
void pass_pthread_yield(void) { assert(pthread_yield() == 0); }

// violates: assertion: others may run
void fail_pthread_yield(void) {
    pthread_t t;
    pthread_create(&t, NULL, writes, NULL);
    pthread_yield();
    assert(x == 0);
}

// ---- names --------------------------------------------------------------------------------------

// checks: the name can be asked for; ERANGE for more than 15 characters
void pass_pthread_setname_np(void) {
    char name[16];
    assert(pthread_setname_np(pthread_self(), "worker") == 0);
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
    assert(strcmp(name, "worker") == 0);
    assert(pthread_setname_np(pthread_self(), "sixteen letters!") == ERANGE);
}

// violates: out-of-bounds: the name has no end
void fail_pthread_setname_np(void) {
    char name[2] = {'a', 'b'};
    pthread_setname_np(pthread_self(), name);
}

// checks: a name; ERANGE if there is no room for 16 bytes
void pass_pthread_getname_np(void) {
    char name[16];
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
    assert(pthread_getname_np(pthread_self(), name, 3) == ERANGE);
}

// violates: out-of-bounds: the buffer is smaller than said
void fail_pthread_getname_np(void) {
    char name[4];
    pthread_setname_np(pthread_self(), "worker");
    pthread_getname_np(pthread_self(), name, 16);
}

// ---- fork and once ------------------------------------------------------------------------------

static void handler(void) { x++; }

// checks: handlers are accepted
void pass_pthread_atfork(void) { assert(pthread_atfork(handler, handler, NULL) == 0); }

// violates: assertion: pthread_atfork does not call the handlers
void fail_pthread_atfork(void) {
    pthread_atfork(handler, handler, handler);
    assert(x == 3);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *runs_once(void *arg) {
    pthread_once(&once, handler);
    assert(x == 1);
    return arg;
}

// checks: the routine runs once, and has run when any call returns
void pass_pthread_once(void) {
    pthread_t t;
    pthread_create(&t, NULL, runs_once, NULL);
    runs_once(NULL);
    pthread_join(t, NULL);
    assert(x == 1);
}

static void calls_once(void) { pthread_once(&once, calls_once); }

// violates: deadlock: the routine waits for itself
void fail_pthread_once(void) { pthread_once(&once, calls_once); }

static void exits_first(void) {
    if (x++ == 0)
        pthread_exit(NULL);
}

static void *once_exits(void *arg) {
    pthread_once(&once, exits_first);
    return arg;
}

// checks: if the thread ends in the routine, another one runs it
void pass_pthread_once__exit(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, once_exits, NULL);
    pthread_create(&b, NULL, once_exits, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
}
