// SPDX-License-Identifier: Apache-2.0
// pthread_create and its family. See struct rt_thread in rt.h.
#include "rt.h"

#include <pthread.h>
#include <sched.h>

static struct rt_thread *self(void) { return __heddle_self(); }

// Our own use of the opaque bytes of pthread_attr_t.
struct attr {
    int is_detached;
    int scope;
    size_t stack_size, guard_size;
};
_Static_assert(sizeof(struct attr) <= sizeof(pthread_attr_t), "attr must fit");

// ---- life ---------------------------------------------------------------------------------------

// Ends the thread, or returns a value whose destructor has to be called first. One visible operation for both, so
// that the end of a thread without such values is one scheduling point.
static NOINLINE struct rt_specific *take_or_end(void *result) {
    __heddle_mask();
    struct rt_thread *t = self();
    struct rt_specific *s = __rt_next_specific(t);
    if (s)
        return s;
    t->finished = 1;
    t->self = NULL;
    if (t->mode == RT_JOINABLE)
        t->result = result;
    if (t->is_main)
        __rt_main_ends();
    __heddle_thread_exit();
}

// Destructors run unmasked, like any code of the program's.
_Noreturn void __rt_thread_finish(void *result) {
    for (;;) {
        struct rt_specific *s = take_or_end(result);
        s->destructor(s->value);
    }
}

static void run(void *block, void *(*start)(void *), void *arg) {
    (void)block;
    __rt_thread_finish(start(arg));
}

int __rt_thread_create(unsigned long *thread, bool is_detached, rt_start *start, void *(*task)(void *), void *arg) {
    __heddle_mask();
    struct rt_thread *t = __heddle_alloc(sizeof *t, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    t->self = t;
    t->name = self()->name;
    if (is_detached)
        t->mode = RT_DETACHED;
    *thread = (pthread_t)t;     // as in glibc, before the new thread can run
    __heddle_spawn(start, t, task, arg);
    return 0;
}

MODEL int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg) {
    __heddle_mask();
    bool is_detached = attr && ((const struct attr *)attr)->is_detached;
    return __rt_thread_create(thread, is_detached, run, start, arg);
}

MODEL void pthread_exit(void *result) { __rt_thread_finish(result); }

// The wait comes first so that a join is one scheduling point; misuse is found when the thread has finished.
MODEL int pthread_join(pthread_t thread, void **result) {
    struct rt_thread *t = (struct rt_thread *)thread;
    if (t == self())
        return EDEADLK;
    __heddle_mask();
    __heddle_wait(&t->finished, 1, HEDDLE_WAIT_JOIN, t, &t->self);
    if (t->mode == RT_DETACHED)
        rt_misuse("pthread_join of a detached thread");
    if (t->mode == RT_JOINED)
        rt_misuse("pthread_join of a thread that was joined already");
    t->mode = RT_JOINED;
    if (result)
        *result = t->result;
    t->result = NULL;
    return 0;
}

MODEL int pthread_detach(pthread_t thread) {
    __heddle_mask();
    struct rt_thread *t = (struct rt_thread *)thread;
    if (t->mode == RT_DETACHED)
        rt_misuse("pthread_detach of a thread that is detached already");
    if (t->mode == RT_JOINED)
        rt_misuse("pthread_detach of a thread that was joined already");
    t->mode = RT_DETACHED;
    t->result = NULL;
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

// ---- attributes ---------------------------------------------------------------------------------
// Only the detach state has an effect; stacks here grow as they need to.

MODEL int pthread_attr_init(pthread_attr_t *attr) {
    struct attr *a = (struct attr *)attr;
    a->is_detached = 0;
    a->scope = PTHREAD_SCOPE_SYSTEM;
    a->stack_size = (size_t)8 << 20;
    a->guard_size = 4096;
    return 0;
}

MODEL int pthread_attr_destroy(pthread_attr_t *attr) {
    (void)attr;
    return 0;
}

MODEL int pthread_attr_setdetachstate(pthread_attr_t *attr, int state) {
    if (state != PTHREAD_CREATE_DETACHED && state != PTHREAD_CREATE_JOINABLE)
        return EINVAL;
    ((struct attr *)attr)->is_detached = state == PTHREAD_CREATE_DETACHED;
    return 0;
}

MODEL int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state) {
    bool is_detached = ((const struct attr *)attr)->is_detached;
    *state = is_detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE;
    return 0;
}

MODEL int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size) {
    if (size < 16384)
        return EINVAL;
    ((struct attr *)attr)->stack_size = size;
    return 0;
}

MODEL int pthread_attr_getstacksize(const pthread_attr_t *restrict attr, size_t *restrict size) {
    *size = ((const struct attr *)attr)->stack_size;
    return 0;
}

MODEL int pthread_attr_setguardsize(pthread_attr_t *attr, size_t size) {
    ((struct attr *)attr)->guard_size = size;
    return 0;
}

MODEL int pthread_attr_getguardsize(const pthread_attr_t *restrict attr, size_t *restrict size) {
    *size = ((const struct attr *)attr)->guard_size;
    return 0;
}

MODEL int pthread_attr_setscope(pthread_attr_t *attr, int scope) {
    if (scope == PTHREAD_SCOPE_PROCESS)
        return ENOTSUP;
    if (scope != PTHREAD_SCOPE_SYSTEM)
        return EINVAL;
    ((struct attr *)attr)->scope = scope;
    return 0;
}

MODEL int pthread_attr_getscope(const pthread_attr_t *restrict attr, int *restrict scope) {
    *scope = ((const struct attr *)attr)->scope;
    return 0;
}
