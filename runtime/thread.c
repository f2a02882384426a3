// SPDX-License-Identifier: Apache-2.0
// pthread_create and its family. See struct rt_thread in rt.h.
#include "sync.h"

#include <pthread.h>
#include <sched.h>

static struct rt_thread *self(void) { return __heddle_self(); }

// ---- life ---------------------------------------------------------------------------------------

// Nothing may name the thread any more; a new one may get its pthread_t.
static void retire(struct rt_thread *t) {
    bool is_freed = __rt_reuse_addresses && !t->is_main;
    if (rt_has_layout())
        __rt_layout_thread_ends(t, is_freed);
    if (is_freed)
        __heddle_retire(t);
}

// A new control block, or any that was retired. What other threads have joined matters, so they may
// go first.
static struct rt_thread *new_block(void) {
    int flags = HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL, reusable = 0;
    if (__rt_reuse_addresses) {
        __heddle_yield();
        reusable = __heddle_reusable(sizeof(struct rt_thread), flags);
    }
    int which = reusable ? __heddle_choose(reusable + 1) : 0;
    return __heddle_alloc(sizeof(struct rt_thread), flags | HEDDLE_ALLOC_REUSE(which));
}

// Whether what a creator hands on to its threads can be changed by others.
MODEL const int __rt_begins_are_seen = 1;

// Whether something in the program can tell that a thread has ended without waiting for it, or has
// a say in how it ends.
MODEL const int __rt_ends_are_seen = 1;

static bool ends_are_seen(void) {
    return __rt_ends_are_seen || __rt_reuse_addresses || rt_has_layout();
}

// Nobody sees when exactly an end is that nobody looks at: it enables those who wait for it, and
// disables nobody, as the release of a lock does.
#define MASK_END()                                                                                 \
    do {                                                                                           \
        if (ends_are_seen())                                                                       \
            __heddle_mask();                                                                       \
        else                                                                                       \
            __heddle_mask_release(self());                                                         \
    } while (0)

// Ends the thread, or returns a value whose destructor has to be called first. One visible
// operation for both, so that the end of a thread without such values is one scheduling point.
static NOINLINE struct rt_specific *take_or_end(void *result) {
    MASK_END();
    struct rt_thread *t = self();
    struct rt_specific *s = __rt_next_specific(t);
    if (s)
        return s;
    if (t->robust)
        __rt_robust_release(t);
    t->finished = 1;
    t->self = NULL;
    t->is_cancelled = t->is_async = 0;
    t->specifics = NULL; // values without a destructor are lost now
    if (t->mode == RT_JOINABLE)
        t->result = result;
    __rt_asked_ends(t);
    if (t->is_main)
        __rt_main_ends();
    if (t->mode == RT_DETACHED)
        retire(t);
    __heddle_thread_exit();
}

// Destructors run unmasked, like any code of the program's.
_Noreturn void __rt_thread_finish(void *result) {
    __rt_cancel_end();
    for (;;) {
        struct rt_specific *s = take_or_end(result);
        s->destructor(s->value);
    }
}

static void run(void *block, void *(*start)(void *), void *arg) {
    (void)block;
    void *result = start(arg);
    __rt_cleanup_check();
    __rt_thread_finish(result);
}

// A value that was never written: who looks at it cannot go on.
static pthread_t no_handle(void) {
    return *(pthread_t *)__heddle_alloc(sizeof(pthread_t), HEDDLE_ALLOC_INTERNAL);
}

// Where only the creator can see the handle, nobody can tell when exactly the thread begins.
int __rt_thread_create(unsigned long *thread, bool is_detached, rt_start *start,
                       void *(*task)(void *), void *arg) {
    // (Where threads are counted, so are steps that start them; where too many end the run, what
    // came before is still to be looked at.)
    if (__rt_begins_are_seen || __rt_reuse_addresses || rt_has_layout() || __rt_most_threads)
        __heddle_mask();
    else
        __heddle_mask_release(thread);
    if (__rt_most_threads > 0)
        __rt_thread_starts();
    struct rt_thread *t = new_block();
    if (rt_has_layout())
        __rt_layout_thread(t);
    t->self = t;
    t->name = self()->name;
    t->blocked = __rt_signal_mask();
    if (is_detached)
        t->mode = RT_DETACHED;
    __rt_asked_begins(t, task);
    // as in glibc, before the new thread can run
    *thread = rt_counts_threads() ? no_handle() : (pthread_t)t;
    __heddle_spawn(start, t, task, arg);
    return 0;
}

// The handle is there before the new thread runs, so it is before that that others may be in the
// way.
MODEL int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *),
                         void *arg) {
    __heddle_wrote(thread, sizeof *thread);
    if (attr)
        __heddle_mask();
    return __rt_thread_create(thread, attr && __rt_attr_is_detached(attr), run, start, arg);
}

// With --any-number, threads begin when main has returned; without them a verdict would be about
// nothing.
MODEL void __rt_main_is_done(void) { __rt_thread_exit(NULL); }

MODEL void pthread_exit(void *result) {
    if (__rt_waits_for_main && self()->is_main)
        __heddle_unsupported("pthread_exit in main, so that the threads of --any-number never "
                             "begin: let main return");
    __rt_thread_exit(result);
}

// Misuse is found when the thread has finished, so that the wait can come first and a join is one
// scheduling point.
int __rt_join(struct rt_thread *t, void **result) {
    if (t->mode == RT_DETACHED)
        rt_misuse("pthread_join of a detached thread");
    if (t->mode == RT_JOINED)
        rt_misuse("pthread_join of a thread that was joined already");
    t->mode = RT_JOINED;
    if (result)
        *result = t->result;
    t->result = NULL;
    retire(t);
    return 0;
}

// Without a result, a join changes nothing but the control block.
static NOINLINE int join(struct rt_thread *t, void **result) {
    __heddle_mask();
    int what = HEDDLE_WAIT_JOIN | (result || ends_are_seen() ? 0 : HEDDLE_WAIT_UNSEEN);
    int ended = rt_wait(&t->finished, 1, what, t, &t->self);
    return ended ? ended : __rt_join(t, result);
}

MODEL int pthread_join(pthread_t thread, void **result) {
    RT_NEEDS_NAMES(pthread_join);
    struct rt_thread *t = (struct rt_thread *)thread;
    if (t == self())
        return EDEADLK;
    int error;
    do
        error = rt_or_cancel(join(t, result));
    while (rt_begins_again(error));
    return rt_joined(error, result);
}

MODEL int pthread_detach(pthread_t thread) {
    __heddle_mask();
    if (rt_counts_threads()) { // nobody joins them
        __heddle_bound(HEDDLE_BOUND_DETACH);
        return 0;
    }
    struct rt_thread *t = (struct rt_thread *)thread;
    if (t->mode == RT_DETACHED)
        rt_misuse("pthread_detach of a thread that is detached already");
    if (t->mode == RT_JOINED)
        rt_misuse("pthread_detach of a thread that was joined already");
    t->mode = RT_DETACHED;
    t->result = NULL;
    if (t->finished)
        retire(t);
    return 0;
}

MODEL pthread_t pthread_self(void) { return (pthread_t)self(); }

MODEL int pthread_equal(pthread_t a, pthread_t b) { return (void *)a == (void *)b; }

MODEL int sched_yield(void) {
    __heddle_yield();
    return 0;
}

// The header sends pthread_yield to sched_yield; programs preprocessed elsewhere may not.
MODEL int __rt_pthread_yield(void) __asm__("pthread_yield");
MODEL int __rt_pthread_yield(void) {
    __heddle_yield();
    return 0;
}
