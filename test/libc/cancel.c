// SPDX-License-Identifier: Apache-2.0
// Cancellation and cleanup handlers. pthread.h.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static pthread_t first;

static void *ends(void *arg) { return arg; }
static void add_digit(void *digit) { x = x * 10 + *(int *)digit; }
static int one = 1, two = 2;

// Starts a thread, cancels it, and gives its result.
static void *cancelled(void *(*task)(void *)) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, task, NULL);
    assert(pthread_cancel(t) == 0);
    pthread_join(t, &result);
    return result;
}

// ---- requests -----------------------------------------------------------------------------------

static void *tests_for_ever(void *arg) {
    for (;;)
        pthread_testcancel();
    return arg;
}

static void *tests_once(void *arg) {
    pthread_testcancel();
    return arg;
}

// checks: the thread ends at a cancellation point and join gets PTHREAD_CANCELED; a thread that has ended is no error
void pass_pthread_cancel(void) {
    assert(cancelled(tests_for_ever) == PTHREAD_CANCELED);
    void *result = cancelled(ends);
    assert(result == NULL);
}

// violates: assertion: the thread may have passed its last cancellation point
void fail_pthread_cancel(void) { assert(cancelled(tests_once) == PTHREAD_CANCELED); }

// violates: assertion: and may be cancelled before it
void fail_pthread_cancel__early(void) { assert(cancelled(tests_once) == NULL); }

// violates: mutex-misuse: the thread was joined
void fail_pthread_cancel__joined(void) {
    pthread_t t;
    pthread_create(&t, NULL, ends, NULL);
    pthread_join(t, NULL);
    pthread_cancel(t);
}

// violates: mutex-misuse: the thread was detached and may have ended
void fail_pthread_cancel__detached(void) {
    pthread_t t;
    pthread_create(&t, NULL, ends, NULL);
    pthread_detach(t);
    pthread_cancel(t);
}

static void *waits_without_handler(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}

// violates: deadlock: a thread that is cancelled in pthread_cond_wait keeps the mutex
void fail_pthread_cancel__keeps_mutex(void) {
    cancelled(waits_without_handler);
    pthread_mutex_lock(&m);
}

// checks: a thread that does not call cancellation points cannot be cancelled
void pass_pthread_testcancel(void) {
    x = 0;
    assert(cancelled(tests_for_ever) == PTHREAD_CANCELED);
    pthread_testcancel();
}

static void *cancels_itself(void *arg) {
    pthread_cancel(pthread_self());
    x = 1;
    pthread_testcancel();
    x = 2;
    return arg;
}

// checks: a request waits for the next cancellation point, and is acted upon there
void pass_pthread_testcancel__self(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, cancels_itself, NULL);
    pthread_join(t, &result);
    assert(x == 1 && result == PTHREAD_CANCELED);
}

// violates: assertion: the thread ends in pthread_testcancel
void fail_pthread_testcancel(void) {
    pthread_t t;
    pthread_create(&t, NULL, cancels_itself, NULL);
    pthread_join(t, NULL);
    assert(x == 2);
}

// ---- state and type -----------------------------------------------------------------------------

static void *disables(void *arg) {
    int old;
    assert(pthread_setcancelstate(7, &old) == EINVAL);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0);
    assert(old == PTHREAD_CANCEL_ENABLE);
    pthread_testcancel();
    x++;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0);
    assert(old == PTHREAD_CANCEL_DISABLE);
    pthread_testcancel();
    return arg;
}

// checks: a request waits while cancellation is disabled; EINVAL for other states
void pass_pthread_setcancelstate(void) {
    cancelled(disables);
    assert(x == 1);
}

static void *disables_late(void *arg) {
    pthread_testcancel();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    x = 1;
    return arg;
}

// violates: assertion: the thread may be cancelled before it disables cancellation
void fail_pthread_setcancelstate(void) {
    cancelled(disables_late);
    assert(x == 1);
}

static void *deferred(void *arg) {
    int old;
    assert(pthread_setcanceltype(7, &old) == EINVAL);
    assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0);
    assert(old == PTHREAD_CANCEL_DEFERRED);
    return arg;
}

static void *cancels_itself_at_once(void *arg) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_cancel(pthread_self());
    x = 1;
    return arg;
}

// checks: EINVAL for other types; a thread of asynchronous type that cancels itself ends at once
void pass_pthread_setcanceltype(void) {
    pthread_t t;
    void *result;
    cancelled(deferred);
    pthread_create(&t, NULL, cancels_itself_at_once, NULL);
    pthread_join(t, &result);
    assert(x == 0 && result == PTHREAD_CANCELED);
}

// violates: assertion: a thread of asynchronous type that cancels itself ends at once
void fail_pthread_setcanceltype(void) {
    pthread_t t;
    pthread_create(&t, NULL, cancels_itself_at_once, NULL);
    pthread_join(t, NULL);
    assert(x == 1);
}

static void *asynchronous(void *arg) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    x = 1;
    return arg;
}

// unknown: pthread_cancel of a thread with PTHREAD_CANCEL_ASYNCHRONOUS
void refuse_pthread_setcanceltype(void) { cancelled(asynchronous); }

// ---- cleanup handlers ---------------------------------------------------------------------------

static void *exits_in_two(void *arg) {
    pthread_cleanup_push(add_digit, &one);
    pthread_cleanup_push(add_digit, &two);
    pthread_exit(&one);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return arg;
}

// checks: pthread_exit runs the handlers, the innermost first, and keeps the result
void pass_pthread_cleanup_push(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, exits_in_two, NULL);
    pthread_join(t, &result);
    assert(x == 21 && result == &one);
}

// violates: assertion: the innermost handler comes first
void fail_pthread_cleanup_push(void) {
    pthread_t t;
    pthread_create(&t, NULL, exits_in_two, NULL);
    pthread_join(t, NULL);
    assert(x == 12);
}

static void *returns_inside(void *arg) {
    pthread_cleanup_push(add_digit, &one);
    return arg;
    pthread_cleanup_pop(0);
}

// violates: mutex-misuse: the function is left between push and pop
void fail_pthread_cleanup_push__return(void) {
    pthread_t t;
    pthread_create(&t, NULL, returns_inside, NULL);
    pthread_join(t, NULL);
}

// checks: runs the handler if its argument is not 0
void pass_pthread_cleanup_pop(void) {
    pthread_cleanup_push(add_digit, &one);
    pthread_cleanup_push(add_digit, &two);
    pthread_cleanup_pop(1);
    assert(x == 2);
    pthread_cleanup_pop(0);
    assert(x == 2);
}

// violates: assertion: the handler does not run with 0
void fail_pthread_cleanup_pop(void) {
    pthread_cleanup_push(add_digit, &one);
    pthread_cleanup_pop(0);
    assert(x == 1);
}

// violates: mutex-misuse: the inner block was left by a jump
void fail_pthread_cleanup_pop__jump(void) {
    pthread_cleanup_push(add_digit, &one);
    for (int i = 0; i < 1; i++) {
        pthread_cleanup_push(add_digit, &two);
        goto out;
        pthread_cleanup_pop(0);
    }
out:;
    pthread_cleanup_pop(0);
}

static void *exits_deferred(void *arg) {
    pthread_cleanup_push_defer_np(add_digit, &one);
    pthread_exit(arg);
    pthread_cleanup_pop_restore_np(0);
    return arg;
}

// checks: as pthread_cleanup_push, and the type is deferred
void pass_pthread_cleanup_push_defer_np(void) {
    pthread_t t;
    int type;
    pthread_create(&t, NULL, exits_deferred, NULL);
    pthread_join(t, NULL);
    assert(x == 1);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_cleanup_push_defer_np(add_digit, &one);
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
    assert(type == PTHREAD_CANCEL_DEFERRED);
    pthread_cleanup_pop_restore_np(1);
    assert(x == 11);
}

// violates: assertion: the handler runs
void fail_pthread_cleanup_push_defer_np(void) {
    pthread_t t;
    pthread_create(&t, NULL, exits_deferred, NULL);
    pthread_join(t, NULL);
    assert(x == 0);
}

// checks: the old type is there again
void pass_pthread_cleanup_pop_restore_np(void) {
    int type;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_cleanup_push_defer_np(add_digit, &one);
    pthread_cleanup_pop_restore_np(0);
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
    assert(type == PTHREAD_CANCEL_ASYNCHRONOUS && x == 0);
}

// violates: assertion: the old type is there again
void fail_pthread_cleanup_pop_restore_np(void) {
    int type;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_cleanup_push_defer_np(add_digit, &one);
    pthread_cleanup_pop_restore_np(0);
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
    assert(type == PTHREAD_CANCEL_DEFERRED);
}

// ---- cancellation points ------------------------------------------------------------------------

static void unlock(void *mutex) { assert(pthread_mutex_unlock(mutex) == 0); }

static void *waits_on_condition(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    for (;;)
        pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(0);
    return arg;
}

// checks: a cancelled thread has the mutex again when its handlers run
void pass_pthread_cond_wait__cancel(void) {
    assert(cancelled(waits_on_condition) == PTHREAD_CANCELED);
    assert(pthread_mutex_trylock(&m) == 0);
}

static void *waits_for_some_time(void *arg) {
    struct timespec soon = {1, 0};
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    for (;;)
        pthread_cond_timedwait(&c, &m, &soon);
    pthread_cleanup_pop(0);
    return arg;
}

// checks: a cancelled thread has the mutex again when its handlers run
void pass_pthread_cond_timedwait__cancel(void) {
    assert(cancelled(waits_for_some_time) == PTHREAD_CANCELED);
    assert(pthread_mutex_trylock(&m) == 0);
}

static void *waits_for_semaphore(void *arg) {
    sem_wait(&s);
    return arg;
}

// checks: a thread that waits for ever can be cancelled; the semaphore stays as it is
void pass_sem_wait__cancel(void) {
    int value;
    sem_init(&s, 0, 0);
    assert(cancelled(waits_for_semaphore) == PTHREAD_CANCELED);
    assert(sem_getvalue(&s, &value) == 0 && value == 0);
}

static void *joins_first(void *arg) {
    pthread_join(first, NULL);
    return arg;
}

// checks: a thread that waits in join can be cancelled
void pass_pthread_join__cancel(void) {
    first = pthread_self();
    assert(cancelled(joins_first) == PTHREAD_CANCELED);
}

static void *sleeps(void *arg) {
    for (;;)
        thrd_sleep(&(struct timespec){1, 0}, NULL);
    return arg;
}

// checks: a thread that sleeps can be cancelled
void pass_thrd_sleep__cancel(void) { assert(cancelled(sleeps) == PTHREAD_CANCELED); }
