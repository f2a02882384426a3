// SPDX-License-Identifier: Apache-2.0
// Shared by the models of synchronisation objects.
#ifndef HEDDLE_SYNC_H
#define HEDDLE_SYNC_H

#include "rt.h"

#include <sys/types.h>
#include <time.h>

// The first two words of our form of an object. All bytes of a living, idle object may be zero, as
// the static initialisers make them.
struct rt_sync {
    int zero; // always 0: anything else was never initialised
    int is_destroyed;
};

// The first visible operation of a model: the point where others may go first.
static inline void rt_sync_check(const struct rt_sync *s) {
    int zero = s->zero;
    rt_initialised(zero, "use of a synchronisation object that was never initialised");
    if (zero)
        rt_misuse("use of something that is not an initialised synchronisation object");
}

static inline void rt_sync_check_alive(const struct rt_sync *s, const char *if_destroyed) {
    rt_sync_check(s);
    if (s->is_destroyed)
        rt_misuse(if_destroyed);
}

// Timed operations. A thread that may wait for some time is one that runs at some time: when it
// runs, it succeeds if it can and has timed out if not. SOUND: every success is found by running it
// later, every time-out by running it sooner; and no time-out is taken for a deadlock, as a wait
// that was chosen beforehand would be. To let others go first is its first visible operation.
//
// Every one looks at the whole time: the real function may do so, and then nobody else may write to
// it. While no clock runs, the seconds matter only if they were never written.
static inline bool rt_is_time(const struct timespec *t) {
    if (__heddle_unwritten((int)t->tv_sec))
        __heddle_fail(HEDDLE_UNINITIALIZED, "a time whose seconds were never written is used");
    return t->tv_nsec >= 0 && t->tv_nsec < 1000000000;
}
// POSIX: whether the time is one need not be checked if there is no need to wait. glibc does so in
// some functions.
static inline bool rt_refuses_time(const struct timespec *t, bool must_wait) {
    return !rt_is_time(t) && (must_wait || __heddle_choose(2));
}
static inline bool rt_is_clock(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

// What a timed operation answers when it cannot succeed now. A program that looks at the clock then
// finds that the time is over. The caller is masked.
void __rt_clock_timeout(const struct timespec *deadline);
static inline int rt_timed_out(const struct timespec *t) {
    if (!rt_is_time(t))
        return EINVAL;
    __rt_clock_timeout(t);
    return ETIMEDOUT;
}

// ---- waiting ------------------------------------------------------------------------------------

// What the masked part of a call answers if the thread has to be cancelled, or if a signal has
// come.
enum { RT_CANCELLED = INT_MIN, RT_INTERRUPTED };

// The end of a cancellation point, where nothing is masked any more.
static inline int rt_or_cancel(int result) {
    if (result == RT_CANCELLED)
        __rt_cancel_act();
    return result;
}

// A wait that signals end as well, and a cancellation, if `cancel` is not NULL. True if it was a
// signal.
static inline bool rt_wait_or_signal(const int *word, int value, int what, const void *resource,
                                     void *const *owner, const int *cancel) {
    const int *signal = __rt_has_interrupts ? __rt_signal_word() : NULL;
    __rt_comes_to_wait();
    if (!cancel && !signal) {
        __heddle_wait(word, value, what, resource, owner);
        return false;
    }
    __heddle_wait_or(word, value, what, resource, owner, cancel, signal);
    if (!signal || *word == value || (cancel && *cancel))
        return false;
    // The wait may have ended for no reason, whether or not there is one.
    if ((what & HEDDLE_WAIT_SPURIOUS) && (!*signal || __heddle_choose(2)))
        return false;
    __rt_signal_take();
    return true;
}

static inline const int *rt_cancel_word(void) {
    return __rt_cancel_is_enabled() ? &((struct rt_thread *)__heddle_self())->is_cancelled : NULL;
}

// The wait of a cancellation point: 0 if it has ended as it should, otherwise what the masked part
// answers. When the thread was cancelled and what it waits for has happened too, POSIX leaves open
// which of the two it sees.
static inline int rt_wait(const int *word, int value, int what, const void *resource,
                          void *const *owner) {
    const int *cancel = rt_cancel_word();
    if (rt_wait_or_signal(word, value, what, resource, owner, cancel))
        return RT_INTERRUPTED;
    return !cancel || !*cancel || (*word == value && __heddle_choose(2) == 0) ? 0 : RT_CANCELLED;
}

// For calls that have done a part of their work, or that wait somewhere inside.
static inline ssize_t rt_refuse_signal(ssize_t result) {
    if (result == RT_INTERRUPTED)
        __heddle_unsupported("a handler that would run while its thread waits here");
    return result;
}

// The end of a call that fails with EINTR if a signal has come whose handler wants that.
static inline bool rt_fails_interrupted(ssize_t result) {
    return __rt_has_interrupts && result == RT_INTERRUPTED && !__rt_signal_act();
}

// The end of a call that never fails with EINTR: true if a signal has come, whose handler has run;
// the call begins again.
static inline bool rt_begins_again(int result) {
    if (!__rt_has_interrupts || result != RT_INTERRUPTED)
        return false;
    __rt_signal_act();
    return true;
}

// ---- named semaphores ---------------------------------------------------------------------------

// A sem_t with this value.
void *__rt_sem_new(int value);
// No thread may use the sem_t any more. Returns its value.
int __rt_sem_close(void *sem);

// ---- words that threads hold --------------------------------------------------------------------
// See __heddle_hold: for locks that do not know their owner. Waiting for such a word tells the
// search for deadlocks whom the thread waits for.

static inline void rt_hold(int *word) {
    ++*word;
    __heddle_hold(word);
}

static inline void rt_let_go(int *word) {
    --*word;
    __heddle_let_go(word);
}

// The same for a word whose holders order nothing, or hand on only what they have done until they
// let go.
static inline void rt_hold_quietly(int *word) {
    RT_SET(*word, RT_LOOK(*word) + 1);
    __heddle_hold(word);
}

static inline void rt_let_go_quietly(int *word) {
    RT_SET(*word, RT_LOOK(*word) - 1);
    __heddle_let_go(word);
}

static inline void rt_let_go_in_order(int *word) {
    RT_HAND_ON(*word, RT_LOOK(*word) - 1);
    __heddle_let_go(word);
}

// The word begins a new life.
static inline void rt_forget(const volatile int *word) {
    while (__heddle_holds(word))
        __heddle_let_go(word);
}

// Until nobody holds the word any more.
static inline void rt_wait_unheld(const int *word, int what, const void *resource) {
    rt_block(word, 0, what | HEDDLE_WAIT_HOLDERS, resource, NULL);
}

#endif
