// SPDX-License-Identifier: Apache-2.0
// Condition variables inside glibc's pthread_cond_t. A waiting thread has a node in the list of the
// variable; waking it means taking the node out and setting its word. So a signal is kept for a
// thread that waited when it came: no later one can steal it, and which of the waiting threads gets
// it is a choice.
//
// A thread may wake up without a signal, unless --no-spurious-wakeups is given. SOUND: POSIX
// promises no such wake-up, so a deadlock of threads that only one could end is real; the search
// for deadlocks knows that (HEDDLE_WAIT_SPURIOUS).
#include "sync.h"

#include <pthread.h>

struct waiter {
    struct waiter *next;
    int is_woken;
    int may_lose; // nobody else waited for the signal: a cancelled thread may leave it unused
    void *thread;
};

struct cond {
    struct rt_sync sync;
    struct waiter *first; // those that nobody has woken, in the order of their threads' making
};
_Static_assert(sizeof(struct cond) <= sizeof(pthread_cond_t), "cond must fit");

static struct cond *check(pthread_cond_t *cond) {
    struct cond *c = (struct cond *)cond;
    rt_sync_check_alive(&c->sync, "use of a destroyed condition variable");
    return c;
}

static struct waiter *waiter_new(void) {
    int flags = HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL;
    struct waiter *w = __heddle_alloc(sizeof *w, flags);
    w->thread = __heddle_self();
    return w;
}

// Becomes a waiting thread and lets go of the mutex.
static int begin(struct cond *c, pthread_mutex_t *m, struct waiter *w) {
    if (__rt_mutex_owner(m) != __heddle_self()) {
        if ((m->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK_NP)
            return EPERM;
        rt_misuse("wait on a condition variable without holding the mutex");
    }
    // Who came first means nothing, and must not make two states of one.
    struct waiter **at = &c->first;
    while (*at && __heddle_is_older((*at)->thread, w->thread))
        at = &(*at)->next;
    w->next = *at;
    *at = w;
    if (!__rt_spurious_wakeups)
        __heddle_bound(HEDDLE_BOUND_WAKEUPS);
    __rt_mutex_wait_begins(m);
    return pthread_mutex_unlock(m);
}

static void leave(struct cond *c, struct waiter *w) {
    struct waiter **at = &c->first;
    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
    w->next = NULL;
}

static void wake(struct cond *c, struct waiter *w, bool may_lose) {
    leave(c, w);
    w->is_woken = 1;
    w->may_lose = may_lose && __rt_uses_cancel;
}

// ---- use ----------------------------------------------------------------------------------------

// Where threads are counted, none may be named in a list. POSIX lets a wait end at any time, so
// that nobody need be woken.
static int wait_unnamed(struct cond *c, struct waiter *w, int error) {
    if (!error && rt_counts_threads()) {
        leave(c, w);
        w->is_woken = 1;
    }
    return error;
}

static NOINLINE int begin_wait(pthread_cond_t *cond, pthread_mutex_t *m, struct waiter *w) {
    __heddle_mask();
    struct cond *c = check(cond);
    return wait_unnamed(c, w, begin(c, m, w));
}

static NOINLINE int begin_timed(pthread_cond_t *cond, pthread_mutex_t *m, struct waiter *w,
                                const struct timespec *time) {
    __heddle_mask();
    struct cond *c = check(cond);
    return rt_is_time(time) ? begin(c, m, w) : EINVAL;
}

// Waits for a signal of the variable. True if a signal of the other kind came.
static bool wait_plain(pthread_cond_t *cond, struct waiter *w) {
    int what = HEDDLE_WAIT_COND | (__rt_spurious_wakeups ? HEDDLE_WAIT_SPURIOUS : 0);
    return rt_wait_or_signal(&w->is_woken, 1, what, cond, NULL, rt_cancel_word());
}

// Runs when the thread was woken or cancelled, or its time is over (NULL: it has all the time),
// whichever is first.
static NOINLINE int end(pthread_cond_t *cond, struct waiter *w, const struct timespec *time) {
    __heddle_mask();
    if (time)
        __heddle_yield();
    else if (wait_plain(cond, w))
        return RT_INTERRUPTED; // it stays in the list while the handler runs
    bool is_woken = w->is_woken;
    if (time)
        __heddle_read(time, sizeof *time); // the real one may come to look at it only now
    bool is_cancelled = __rt_cancel_due() && (!is_woken || (w->may_lose && __heddle_choose(2)));
    bool is_late = time && !is_woken && !(__rt_spurious_wakeups && __heddle_choose(2));
    if (!is_woken)
        leave((struct cond *)cond, w);
    else if (rt_counts_threads()) // it need not have been woken: then the variable must be there
        check(cond);
    if (is_cancelled)
        return RT_CANCELLED;
    return is_late ? rt_timed_out(time) : 0;
}

static NOINLINE int relock(pthread_mutex_t *m) {
    __heddle_mask();
    __heddle_lock_model();
    int error = pthread_mutex_lock(m);
    __rt_mutex_wait_ends(m);
    return error;
}

// What the wait has come to. A thread that was cancelled has the mutex again when its cleanup
// handlers run. SOUND: leaving and locking are two operations, with others in between. In one, the
// thread could leave before it has the mutex only while somebody holds it, and then others could
// tell a section that somebody is in from one that is over (src/reduce/guards.c).
static int finish(pthread_cond_t *cond, pthread_mutex_t *m, struct waiter *w,
                  const struct timespec *time) {
    int how = end(cond, w, time);
    if (how == RT_INTERRUPTED)
        return how;
    int error = relock(m);
    return how == RT_CANCELLED || !error ? how : error;
}

MODEL int pthread_cond_wait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict m) {
    struct waiter *w = waiter_new();
    int error = begin_wait(cond, m, w);
    if (error)
        return error;
    do
        error = rt_or_cancel(finish(cond, m, w, NULL));
    while (rt_begins_again(error));
    return error;
}

static int wait_until(pthread_cond_t *cond, pthread_mutex_t *m, const struct timespec *time) {
    if (rt_counts_threads())
        __heddle_unsupported("a wait with a time limit where threads are counted");
    struct waiter *w = waiter_new();
    int error = begin_timed(cond, m, w, time);
    return error ? error : rt_or_cancel(finish(cond, m, w, time));
}

MODEL int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict m,
                                 const struct timespec *restrict time) {
    return wait_until(cond, m, time);
}

MODEL int pthread_cond_clockwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict m,
                                 clockid_t clock, const struct timespec *restrict time) {
    return rt_is_clock(clock) ? wait_until(cond, m, time) : EINVAL;
}

MODEL int pthread_cond_signal(pthread_cond_t *cond) {
    __heddle_mask();
    struct cond *c = check(cond);
    int n = 0;
    for (struct waiter *w = c->first; w; w = w->next)
        n++;
    if (n == 0)
        return 0;
    struct waiter *w = c->first;
    for (int k = __heddle_choose(n); k > 0; k--)
        w = w->next;
    wake(c, w, n == 1);
    return 0;
}

MODEL int pthread_cond_broadcast(pthread_cond_t *cond) {
    __heddle_mask();
    struct cond *c = check(cond);
    while (c->first)
        wake(c, c->first, true);
    return 0;
}

// ---- attributes ---------------------------------------------------------------------------------
// Kept so that they can be asked for; they have no effect: time is whatever it needs to be.

struct attr {
    short is_shared;
    short clock;
};
_Static_assert(sizeof(struct attr) <= sizeof(pthread_condattr_t), "attr must fit");

enum { ATTR_DESTROYED = 1 << 14 }; // in is_shared

static struct attr *check_attr(const pthread_condattr_t *attr) {
    struct attr *a = (struct attr *)(uintptr_t)attr;
    rt_initialised(a->is_shared,
                   "use of condition variable attributes that were never initialised");
    if (a->is_shared == ATTR_DESTROYED)
        rt_misuse("use of destroyed condition variable attributes");
    if (a->is_shared != PTHREAD_PROCESS_PRIVATE && a->is_shared != PTHREAD_PROCESS_SHARED)
        rt_misuse("use of something that is not initialised condition variable attributes");
    return a;
}

MODEL int pthread_condattr_init(pthread_condattr_t *attr) {
    *(struct attr *)attr = (struct attr){0, CLOCK_REALTIME};
    return 0;
}

MODEL int pthread_condattr_destroy(pthread_condattr_t *attr) {
    check_attr(attr)->is_shared = ATTR_DESTROYED;
    return 0;
}

MODEL int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock) {
    if (!rt_is_clock(clock))
        return EINVAL;
    check_attr(attr)->clock = (short)clock;
    return 0;
}

MODEL int pthread_condattr_getclock(const pthread_condattr_t *restrict attr,
                                    clockid_t *restrict clock) {
    *clock = check_attr(attr)->clock;
    return 0;
}

MODEL int pthread_condattr_setpshared(pthread_condattr_t *attr, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    check_attr(attr)->is_shared = (short)shared;
    return 0;
}

MODEL int pthread_condattr_getpshared(const pthread_condattr_t *restrict attr,
                                      int *restrict shared) {
    *shared = check_attr(attr)->is_shared;
    return 0;
}

// ---- creation -----------------------------------------------------------------------------------

static NOINLINE void init(pthread_cond_t *cond, const pthread_condattr_t *attr) {
    __heddle_mask();
    if (attr)
        check_attr(attr);
    __builtin_memset(cond, 0, sizeof *cond);
}

MODEL int pthread_cond_init(pthread_cond_t *restrict cond,
                            const pthread_condattr_t *restrict attr) {
    init(cond, attr);
    __heddle_wrote(cond, sizeof *cond);
    return 0;
}

// POSIX allows it as soon as every waiting thread was woken.
MODEL int pthread_cond_destroy(pthread_cond_t *cond) {
    __heddle_mask();
    struct cond *c = check(cond);
    if (rt_counts_threads())
        __heddle_unsupported("pthread_cond_destroy where threads are counted");
    if (c->first)
        rt_misuse("destroy of a condition variable that a thread waits on");
    c->sync.is_destroyed = 1;
    return 0;
}
