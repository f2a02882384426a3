// SPDX-License-Identifier: Apache-2.0
// How the program begins and ends: the first thread's control block, exit handlers, failed
// assertions.
#include "rt.h"

#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

void __heddle_init(void);

// Called once, before constructors and main.
void __heddle_init(void) {
    __heddle_mask();
    struct rt_thread *t = __heddle_alloc(sizeof *t, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    t->is_main = 1;
    t->self = t;
    __rt_asked_begins(t, NULL);
    __heddle_set_self(t);
    if (rt_has_layout()) {
        __rt_layout_begin();
        __rt_layout_thread(t);
    }
}

// ---- exit ---------------------------------------------------------------------------------------

struct handler {
    struct handler *next; // registered before this one
    void (*plain)(void);  // exactly one of the three is set
    void (*with_arg)(void *);
    void (*with_code)(int, void *);
    void *arg;
};

static struct handler *exit_handlers;
static struct handler *quick_exit_handlers;
static int main_ended; // by pthread_exit

void __rt_main_ends(void) {
    if (exit_handlers)
        __heddle_unsupported("pthread_exit in the main thread of a program with atexit handlers");
    main_ended = 1;
}

static struct handler *handler_new(struct handler **list) {
    if (main_ended)
        __heddle_unsupported("atexit after pthread_exit in the main thread");
    struct handler *h = __heddle_alloc(sizeof *h, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    h->next = *list;
    *list = h;
    return h;
}

// Takes the newest handler from the list; ends the program if there is none. exit first destroys
// the C++ thread_local variables of its thread.
static NOINLINE void take_or_exit(struct handler **list, int code, struct handler *taken) {
    __heddle_mask();
    struct rt_specific *s = list == &exit_handlers ? __rt_next_thread_local(__heddle_self()) : NULL;
    if (s) {
        *taken = (struct handler){.with_arg = s->destructor, .arg = s->value};
        return;
    }
    struct handler *h = *list;
    if (!h)
        __heddle_exit(code);
    *list = h->next;
    *taken = *h;
}

// Handlers run unmasked: other threads go on meanwhile, as they do in a real process.
static _Noreturn void run_handlers(struct handler **list, int code) {
    for (;;) {
        struct handler h;
        take_or_exit(list, code, &h);
        if (h.plain)
            h.plain();
        else if (h.with_arg)
            h.with_arg(h.arg);
        else
            h.with_code(code, h.arg);
    }
}

MODEL void exit(int code) { run_handlers(&exit_handlers, code); }
MODEL void quick_exit(int code) { run_handlers(&quick_exit_handlers, code); }
MODEL void _exit(int code) { __heddle_exit(code); }
MODEL void _Exit(int code) { __heddle_exit(code); }

MODEL int atexit(void (*fn)(void)) {
    __heddle_mask();
    handler_new(&exit_handlers)->plain = fn;
    return 0;
}

MODEL int at_quick_exit(void (*fn)(void)) {
    __heddle_mask();
    handler_new(&quick_exit_handlers)->plain = fn;
    return 0;
}

MODEL int on_exit(void (*fn)(int, void *), void *arg) {
    __heddle_mask();
    struct handler *h = handler_new(&exit_handlers);
    h->with_code = fn;
    h->arg = arg;
    return 0;
}

int __cxa_atexit(void (*fn)(void *), void *arg, void *dso);
MODEL int __cxa_atexit(void (*fn)(void *), void *arg, void *dso) {
    (void)dso;
    __heddle_mask();
    struct handler *h = handler_new(&exit_handlers);
    h->with_arg = fn;
    h->arg = arg;
    return 0;
}

// ---- failures -----------------------------------------------------------------------------------

static size_t append(char *buf, size_t size, size_t at, const char *s) {
    while (*s && at + 1 < size)
        buf[at++] = *s++;
    buf[at] = '\0';
    return at;
}

static _Noreturn void assertion_failed(const char *expression) {
    char message[300];
    size_t n = append(message, sizeof message, 0, expression);
    append(message, sizeof message, n, " does not hold");
    __heddle_fail(HEDDLE_ASSERTION, message);
}

MODEL void __assert_fail(const char *expression, const char *file, unsigned line,
                         const char *function) {
    (void)file, (void)line, (void)function;
    assertion_failed(expression);
}

MODEL void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {
    (void)file, (void)line, (void)function;
    const char *text = __rt_error_text(error);
    assertion_failed(text ? text : "unexpected error");
}

MODEL void __assert(const char *expression, const char *file, int line) {
    (void)file, (void)line;
    assertion_failed(expression);
}

void heddle_assert_fail(const char *expression, const char *file, int line, const char *function);
MODEL void heddle_assert_fail(const char *expression, const char *file, int line,
                              const char *function) {
    (void)file, (void)line, (void)function;
    assertion_failed(expression);
}

MODEL void abort(void) { __heddle_fail(HEDDLE_ASSERTION, "abort() called"); }

void reach_error(void);
MODEL void reach_error(void) { __heddle_fail(HEDDLE_REACH_ERROR, "reach_error() called"); }

void __VERIFIER_error(void);
MODEL void __VERIFIER_error(void) {
    __heddle_fail(HEDDLE_REACH_ERROR, "__VERIFIER_error() called");
}

// clang calls it where races are looked for in optimised code, see src/front/driver.c.
void __tsan_init(void);
MODEL void __tsan_init(void) {}
