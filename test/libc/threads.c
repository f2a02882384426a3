// SPDX-License-Identifier: Apache-2.0
// Threads of C11. threads.h.
#include <assert.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static cnd_t c;
static tss_t key;
static once_flag once = ONCE_FLAG_INIT;
static int x, ready;
static const struct timespec soon = {1, 0}, broken = {1, -1};

static int returns(void *arg) { return arg ? 7 : 0; }

static int writes(void *arg) {
    x = 1;
    return arg != NULL;
}

static int adds(void *arg) {
    mtx_lock(&m);
    x++;
    mtx_unlock(&m);
    return arg != NULL;
}

static int unlocks(void *arg) { return arg ? 0 : mtx_unlock(&m); }

static thrd_t start(thrd_start_t task) {
    thrd_t t;
    thrd_create(&t, task, NULL);
    return t;
}

// ---- threads ------------------------------------------------------------------------------------

// checks: thrd_success, and the thread gets its argument
void pass_thrd_create(void) {
    thrd_t t;
    int result;
    assert(thrd_create(&t, returns, &x) == thrd_success);
    assert(thrd_join(t, &result) == thrd_success && result == 7);
}

// violates: assertion: the new thread need not have run when thrd_create returns
void fail_thrd_create(void) {
    start(writes);
    assert(x == 1);
}

static int leaves(void *arg) {
    thrd_exit(arg ? 1 : 2);
    x = 1;
}

// checks: the result reaches thrd_join
void pass_thrd_exit(void) {
    int result;
    thrd_join(start(leaves), &result);
    assert(result == 2 && x == 0);
}

// violates: assertion: what follows is not executed
void fail_thrd_exit(void) {
    thrd_join(start(leaves), NULL);
    assert(x == 1);
}

// checks: waits for the end of the thread
void pass_thrd_join(void) {
    assert(thrd_join(start(writes), NULL) == thrd_success);
    assert(x == 1);
}

// violates: mutex-misuse: a thread is joined twice
void fail_thrd_join(void) {
    thrd_t t = start(writes);
    thrd_join(t, NULL);
    thrd_join(t, NULL);
}

// checks: a detached thread runs as any other
void pass_thrd_detach(void) { assert(thrd_detach(start(writes)) == thrd_success); }

// violates: mutex-misuse: a detached thread is joined
void fail_thrd_detach(void) {
    thrd_t t = start(writes);
    thrd_detach(t);
    thrd_join(t, NULL);
}

static int own_handle(void *arg) {
    *(thrd_t *)arg = thrd_current();
    return 0;
}

// checks: the handle that thrd_create stored
void pass_thrd_current(void) {
    thrd_t t, own;
    thrd_create(&t, own_handle, &own);
    thrd_join(t, NULL);
    assert(thrd_equal(t, own));
}

// violates: assertion: each thread has its own
void fail_thrd_current(void) {
    thrd_t t, own;
    thrd_create(&t, own_handle, &own);
    thrd_join(t, NULL);
    assert(thrd_equal(own, thrd_current()));
}

// checks: not 0 for the same thread only
void pass_thrd_equal(void) {
    thrd_t t = start(returns);
    assert(thrd_equal(t, t) && !thrd_equal(t, thrd_current()));
    thrd_join(t, NULL);
}

// violates: assertion: different threads are not equal
void fail_thrd_equal(void) { assert(thrd_equal(start(returns), thrd_current())); }

// checks: 0 when the time is over; a negative number but -1 for a time that is none
void pass_thrd_sleep(void) {
    struct timespec none = {0, 1};
    assert(thrd_sleep(&none, NULL) == 0);
    assert(thrd_sleep(&broken, NULL) < -1);
}

// violates: assertion: others need not have run meanwhile
void fail_thrd_sleep(void) {
    start(writes);
    thrd_sleep(&soon, NULL);
    assert(x == 1);
}

// checks: may be called
void pass_thrd_yield(void) { thrd_yield(); }

// violates: assertion: others may run
void fail_thrd_yield(void) {
    start(writes);
    thrd_yield();
    assert(x == 0);
}

static void init_once(void) { x++; }

static int calls(void *arg) {
    call_once(&once, init_once);
    assert(x == 1);
    return arg != NULL;
}

// checks: the function runs once, and has run when any call returns
void pass_call_once(void) {
    thrd_t t = start(calls);
    calls(NULL);
    thrd_join(t, NULL);
}

static void calls_itself(void) { call_once(&once, calls_itself); }

// violates: deadlock: the function waits for itself
void fail_call_once(void) { call_once(&once, calls_itself); }

// ---- mutexes ------------------------------------------------------------------------------------

// checks: all types
void pass_mtx_init(void) {
    assert(mtx_init(&m, mtx_plain) == thrd_success);
    assert(mtx_init(&m, mtx_timed) == thrd_success);
    assert(mtx_init(&m, mtx_plain | mtx_recursive) == thrd_success);
    assert(mtx_lock(&m) == thrd_success && mtx_lock(&m) == thrd_success);
}

// violates: mutex-misuse: a mutex is used that was never initialised
void fail_mtx_init(void) {
    mtx_t local;
    mtx_lock(&local);
}

// checks: one thread at a time
void pass_mtx_lock(void) {
    mtx_init(&m, mtx_plain);
    thrd_t t = start(adds);
    adds(NULL);
    thrd_join(t, NULL);
    assert(x == 2);
}

// violates: deadlock: a plain mutex is not recursive
void fail_mtx_lock(void) {
    mtx_init(&m, mtx_plain);
    mtx_lock(&m);
    mtx_lock(&m);
}

// violates: uninitialized: the seconds of the time were never written
// options: --property uninitialized
void fail_mtx_timedlock__seconds(void) {
    struct timespec t;
    t.tv_nsec = 0;
    mtx_init(&m, mtx_timed);
    mtx_timedlock(&m, &t);
}

// checks: thrd_timedout if the mutex is not free in time
void pass_mtx_timedlock(void) {
    mtx_init(&m, mtx_timed);
    assert(mtx_timedlock(&m, &soon) == thrd_success);
    assert(mtx_timedlock(&m, &soon) == thrd_timedout);
}

// violates: assertion: another thread may hold it for too long
void fail_mtx_timedlock(void) {
    mtx_init(&m, mtx_timed);
    start(adds);
    assert(mtx_timedlock(&m, &soon) == thrd_success);
}

// checks: thrd_busy for a locked one
void pass_mtx_trylock(void) {
    mtx_init(&m, mtx_plain);
    assert(mtx_trylock(&m) == thrd_success && mtx_trylock(&m) == thrd_busy);
}

// violates: assertion: another thread may hold it
void fail_mtx_trylock(void) {
    mtx_init(&m, mtx_plain);
    start(adds);
    assert(mtx_trylock(&m) == thrd_success);
}

// checks: the mutex is free again
void pass_mtx_unlock(void) {
    mtx_init(&m, mtx_plain);
    mtx_lock(&m);
    assert(mtx_unlock(&m) == thrd_success && mtx_trylock(&m) == thrd_success);
}

// violates: mutex-misuse: another thread has locked it
void fail_mtx_unlock(void) {
    mtx_init(&m, mtx_plain);
    mtx_lock(&m);
    thrd_join(start(unlocks), NULL);
}

// checks: an object can be initialised again
void pass_mtx_destroy(void) {
    mtx_init(&m, mtx_plain);
    mtx_destroy(&m);
    assert(mtx_init(&m, mtx_plain) == thrd_success && mtx_lock(&m) == thrd_success);
}

// violates: mutex-misuse: a mutex is used after its end
void fail_mtx_destroy(void) {
    mtx_init(&m, mtx_plain);
    mtx_destroy(&m);
    mtx_lock(&m);
}

// ---- condition variables ------------------------------------------------------------------------

static void init_both(void) {
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
}

static int signals(void *arg) {
    mtx_lock(&m);
    ready = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    return arg != NULL;
}

static int waits(void *arg) {
    mtx_lock(&m);
    while (!ready)
        cnd_wait(&c, &m);
    mtx_unlock(&m);
    return arg != NULL;
}

// checks: a variable that nobody waits for
void pass_cnd_init(void) {
    assert(cnd_init(&c) == thrd_success);
    assert(cnd_signal(&c) == thrd_success && cnd_broadcast(&c) == thrd_success);
}

// violates: mutex-misuse: a variable is used that was never initialised
void fail_cnd_init(void) {
    cnd_t local;
    cnd_signal(&local);
}

// checks: wakes one that waits
void pass_cnd_signal(void) {
    init_both();
    thrd_t t = start(waits);
    signals(NULL);
    thrd_join(t, NULL);
}

// violates: deadlock: only one of two
void fail_cnd_signal(void) {
    init_both();
    thrd_t a = start(waits), b = start(waits);
    signals(NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
}

// checks: wakes all that wait
void pass_cnd_broadcast(void) {
    init_both();
    thrd_t a = start(waits), b = start(waits);
    mtx_lock(&m);
    ready = 1;
    assert(cnd_broadcast(&c) == thrd_success);
    mtx_unlock(&m);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
}

// violates: mutex-misuse: the variable was destroyed
void fail_cnd_broadcast(void) {
    cnd_init(&c);
    cnd_destroy(&c);
    cnd_broadcast(&c);
}

// checks: gives the mutex away and takes it again
void pass_cnd_wait(void) {
    init_both();
    thrd_t t = start(signals);
    mtx_lock(&m);
    while (!ready)
        assert(cnd_wait(&c, &m) == thrd_success);
    assert(mtx_unlock(&m) == thrd_success);
    thrd_join(t, NULL);
}

// violates: assertion: a thread may wake up without a signal
void fail_cnd_wait__spurious(void) {
    init_both();
    start(signals);
    mtx_lock(&m);
    if (!ready)
        cnd_wait(&c, &m);
    assert(ready);
}

// violates: deadlock: nobody signals
void fail_cnd_wait(void) {
    init_both();
    mtx_lock(&m);
    cnd_wait(&c, &m);
}

// violates: uninitialized: the seconds of the time were never written
// options: --property uninitialized
void fail_cnd_timedwait__seconds(void) {
    struct timespec t;
    t.tv_nsec = 0;
    init_both();
    mtx_lock(&m);
    cnd_timedwait(&c, &m, &t);
}

// options: --no-spurious-wakeups
// checks: thrd_timedout if no signal comes in time
void pass_cnd_timedwait(void) {
    init_both();
    mtx_lock(&m);
    assert(cnd_timedwait(&c, &m, &soon) == thrd_timedout);
    assert(mtx_unlock(&m) == thrd_success);
}

// violates: mutex-misuse: the thread does not hold the mutex
void fail_cnd_timedwait(void) {
    init_both();
    cnd_timedwait(&c, &m, &soon);
}

// checks: an object can be initialised again
void pass_cnd_destroy(void) {
    cnd_init(&c);
    cnd_destroy(&c);
    assert(cnd_init(&c) == thrd_success && cnd_signal(&c) == thrd_success);
}

// violates: mutex-misuse: a thread waits
void fail_cnd_destroy(void) {
    init_both();
    start(waits);
    mtx_lock(&m);
    cnd_destroy(&c);
}

// ---- thread-specific storage --------------------------------------------------------------------

static void destroys(void *value) { *(int *)value += 1; }

static int sets(void *arg) {
    assert(tss_get(key) == NULL);
    assert(tss_set(key, &x) == thrd_success);
    return arg != NULL;
}

// checks: a destructor runs for each value before thrd_join returns
void pass_tss_create(void) {
    assert(tss_create(&key, destroys) == thrd_success);
    thrd_join(start(sets), NULL);
    assert(x == 1);
}

// violates: assertion: the destructor runs
void fail_tss_create(void) {
    tss_create(&key, destroys);
    thrd_join(start(sets), NULL);
    assert(x == 0);
}

// checks: NULL at first, then what was set
void pass_tss_get(void) {
    tss_create(&key, NULL);
    assert(tss_get(key) == NULL);
    tss_set(key, &x);
    assert(tss_get(key) == &x);
}

// violates: null-dereference: nothing was set
void fail_tss_get(void) {
    tss_create(&key, NULL);
    assert(*(volatile int *)tss_get(key) == 0);
}

// checks: each thread has its own value; thrd_error for a key that is not there
void pass_tss_set(void) {
    assert(tss_set(17, &x) == thrd_error);
    tss_create(&key, NULL);
    assert(tss_set(key, &ready) == thrd_success);
    thrd_join(start(sets), NULL);
    assert(tss_get(key) == &ready);
}

// violates: assertion: each thread has its own value
void fail_tss_set(void) {
    tss_create(&key, NULL);
    thrd_join(start(sets), NULL);
    assert(tss_get(key) == &x);
}

// checks: no destructor runs any more
void pass_tss_delete(void) {
    tss_create(&key, destroys);
    tss_set(key, &x);
    tss_delete(key);
    assert(x == 0 && tss_get(key) == NULL);
}

// violates: assertion: tss_delete does not call the destructor
void fail_tss_delete(void) {
    tss_create(&key, destroys);
    tss_set(key, &x);
    tss_delete(key);
    assert(x == 1);
}
