// SPDX-License-Identifier: Apache-2.0
// pthread_cleanup_push and pthread_cleanup_pop, as the macros of pthread.h call them in C: the
// caller has a buffer with a mark from __sigsetjmp, to which the ending thread jumps back in order
// to call the handler in its own frame; the macro then asks for the next one. The list is
// thread-local: nobody else ever looks at it.
#include "rt.h"

#include <pthread.h>

// 1 if functions of the program have code that must run when they are left by an exception:
// destructors of C++, or C that is compiled with -fexceptions. glibc runs it for a thread that ends
// early; we cannot.
MODEL const int __rt_has_unwinding = 0;

static _Thread_local struct {
    struct rt_cleanup *first; // the innermost
    void *result;             // while handlers run
} own;

// The part of the user's buffer that the header leaves to us.
static struct rt_cleanup *entry_of(__pthread_unwind_buf_t *buf) {
    return (struct rt_cleanup *)buf->__pad;
}
_Static_assert(sizeof(struct rt_cleanup) <= sizeof((__pthread_unwind_buf_t *)0)->__pad,
               "entry must fit");

void __rt_cleanup_push(struct rt_cleanup *c) {
    c->next = own.first;
    own.first = c;
}

// POSIX does not define what happens if the code between a push and its pop is left by a jump or a
// return.
void __rt_cleanup_pop(struct rt_cleanup *c) {
    if (own.first != c)
        rt_misuse("pthread_cleanup_pop meets the handler of another pthread_cleanup_push, whose "
                  "block was left by a jump");
    own.first = c->next;
}

void __rt_cleanup_check(void) {
    if (own.first)
        rt_misuse("return between pthread_cleanup_push and pthread_cleanup_pop");
}

// The mark is the first word of the buffer, see setjmp.c.
static _Noreturn void jump_to(struct rt_cleanup *c) {
    char *buf = (char *)c - offsetof(__pthread_unwind_buf_t, __pad);
    __heddle_jump(*(void **)(void *)buf, 1);
}

void __rt_thread_exit(void *result) {
    if (__rt_has_unwinding)
        __heddle_unsupported(
            "the end of a thread by pthread_exit or pthread_cancel in a program with destructors");
    __rt_cancel_end();
    for (;;) {
        struct rt_cleanup *c = own.first;
        if (!c)
            __rt_thread_finish(result);
        own.first = c->next;
        own.result = result;
        if (!c->routine)
            jump_to(c);
        c->routine(c->arg);
    }
}

// ---- what the macros call -----------------------------------------------------------------------

MODEL void __pthread_register_cancel(__pthread_unwind_buf_t *buf) {
    struct rt_cleanup *c = entry_of(buf);
    c->routine = NULL;
    __rt_cleanup_push(c);
}

MODEL void __pthread_unregister_cancel(__pthread_unwind_buf_t *buf) {
    __rt_cleanup_pop(entry_of(buf));
}

MODEL void __pthread_unwind_next(__pthread_unwind_buf_t *buf) {
    (void)buf;
    __rt_thread_exit(own.result);
}

// The old type waits in the buffer, as the argument of a handler that has none of its own.
MODEL void __pthread_register_cancel_defer(__pthread_unwind_buf_t *buf) {
    int old;
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old);
    __pthread_register_cancel(buf);
    entry_of(buf)->arg = (void *)(intptr_t)old;
}

MODEL void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t *buf) {
    int old = (int)(intptr_t)entry_of(buf)->arg;
    __pthread_unregister_cancel(buf);
    pthread_setcanceltype(old, NULL);
}

// With -fexceptions the macros do without all this; only an ordinary pthread_cleanup_pop(1) comes
// here.
MODEL void __pthread_cleanup_routine(struct __pthread_cleanup_frame *frame);
MODEL void __pthread_cleanup_routine(struct __pthread_cleanup_frame *frame) {
    if (frame->__do_it)
        frame->__cancel_routine(frame->__cancel_arg);
}
