// SPDX-License-Identifier: Apache-2.0
// Cancellation. The request is in the control block, where other threads put it; whether the thread
// listens is its own business and in thread-local memory, so that programs that only switch it on
// and off have no more schedules for it.
#include "rt.h"

#include <pthread.h>

MODEL const int __rt_uses_cancel = 1;
MODEL const int __rt_has_interrupts = 1;

static _Thread_local struct {
    char is_disabled;
    char is_async;
    char is_ending; // PTHREAD_CANCEL_ENABLE has no effect any more
} own;

static struct rt_thread *self(void) { return __heddle_self(); }

bool __rt_cancel_is_enabled(void) { return __rt_uses_cancel && !own.is_disabled && !own.is_ending; }

bool __rt_cancel_due(void) { return __rt_cancel_is_enabled() && self()->is_cancelled; }

const int *__rt_cancel_async(void) {
    return own.is_async && __rt_cancel_is_enabled() ? &self()->is_cancelled : NULL;
}

void __rt_cancel_act(void) { __rt_thread_exit(PTHREAD_CANCELED); }

void __rt_cancel_point(void) {
    if (__rt_cancel_due())
        __rt_cancel_act();
}

void __rt_cancel_maybe(void) {
    if (__rt_cancel_due() && __heddle_choose(2))
        __rt_cancel_act();
}

void __rt_cancel_end(void) {
    if (__rt_uses_cancel)
        own.is_ending = 1;
}

// ---- what a thread says of itself ---------------------------------------------------------------

// True if the thread has to end now: the type is asynchronous and a request is there.
static NOINLINE bool publish(void) {
    __heddle_mask();
    bool is_async = own.is_async && __rt_cancel_is_enabled();
    self()->is_async = is_async;
    return is_async && self()->is_cancelled;
}

static void change(char *what, int to, int *old) {
    bool was_async = own.is_async;
    if (old)
        *old = *what;
    *what = (char)to;
    if (__rt_uses_cancel && (was_async || own.is_async) && publish())
        __rt_cancel_act();
}

MODEL int pthread_setcancelstate(int state, int *old) {
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    change(&own.is_disabled, state, old);
    return 0;
}

MODEL int pthread_setcanceltype(int type, int *old) {
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
        return EINVAL;
    change(&own.is_async, type, old);
    return 0;
}
_Static_assert(PTHREAD_CANCEL_ENABLE == 0 && PTHREAD_CANCEL_DEFERRED == 0,
               "zero is the state of a new thread");

MODEL void pthread_testcancel(void) { __rt_cancel_point(); }

// ---- requests -----------------------------------------------------------------------------------

// True if the caller has cancelled itself and must end at once.
static NOINLINE bool request(struct rt_thread *t) {
    __heddle_mask();
    if (t->mode == RT_JOINED)
        rt_misuse("pthread_cancel of a thread that was joined already");
    if (t->finished && t->mode == RT_DETACHED)
        rt_misuse("pthread_cancel of a detached thread that has ended");
    if (t->finished)
        return false;
    if (t->is_async && t != self())
        __heddle_unsupported("pthread_cancel of a thread with PTHREAD_CANCEL_ASYNCHRONOUS");
    t->is_cancelled = 1;
    // behind the store: a thread that stands before it may still interrupt
    __heddle_interrupts();
    return t->is_async;
}

MODEL int pthread_cancel(pthread_t thread) {
    RT_NEEDS_NAMES(pthread_cancel);
    if (request((struct rt_thread *)thread))
        __rt_cancel_act();
    return 0;
}
