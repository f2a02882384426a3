// SPDX-License-Identifier: Apache-2.0
// What C++ code needs from its library: operator new and delete, guards of local statics, fatal
// ends. Exceptions are not modelled: where one would be thrown, the verdict is unknown.
#include "sync.h"

#include <assert.h>

// size_t in mangled names.
#ifdef __LP64__
#define SIZED(before, after) before##m##after
#else
#define SIZED(before, after) before##j##after
#endif

// With --malloc-may-fail only the forms that return null fail: the others would throw, which says
// nothing.
static void *new_block_or_null(size_t size, size_t align) {
    if (size > RT_MAX_ALLOC || (__rt_malloc_may_fail && __heddle_choose(2)))
        return NULL;
    return __rt_obtain(size, HEDDLE_ALLOC_ALIGN(__builtin_ctzl(align)));
}

static void *new_block(size_t size, size_t align) {
    if (size > RT_MAX_ALLOC)
        __heddle_unsupported("C++ exception: operator new throws std::bad_alloc");
    return __rt_obtain(size, HEDDLE_ALLOC_ALIGN(__builtin_ctzl(align)));
}

static void delete_block(void *p) {
    if (p)
        __rt_release(p);
}

#define NEW(name)                                                                                  \
    void *SIZED(name, )(size_t size);                                                              \
    MODEL void *SIZED(name, )(size_t size) { return new_block(size, 16); }                         \
    void *SIZED(name, RKSt9nothrow_t)(size_t size, const void *nothrow);                           \
    MODEL void *SIZED(name, RKSt9nothrow_t)(size_t size, const void *nothrow) {                    \
        (void)nothrow;                                                                             \
        return new_block_or_null(size, 16);                                                        \
    }                                                                                              \
    void *SIZED(name, St11align_val_t)(size_t size, size_t align);                                 \
    MODEL void *SIZED(name, St11align_val_t)(size_t size, size_t align) {                          \
        return new_block(size, align);                                                             \
    }                                                                                              \
    void *SIZED(name, St11align_val_tRKSt9nothrow_t)(size_t size, size_t align,                    \
                                                     const void *nothrow);                         \
    MODEL void *SIZED(name, St11align_val_tRKSt9nothrow_t)(size_t size, size_t align,              \
                                                           const void *nothrow) {                  \
        (void)nothrow;                                                                             \
        return new_block_or_null(size, align);                                                     \
    }

#define DELETE(name)                                                                               \
    void name(void *p);                                                                            \
    MODEL void name(void *p) { delete_block(p); }                                                  \
    void name##RKSt9nothrow_t(void *p, const void *nothrow);                                       \
    MODEL void name##RKSt9nothrow_t(void *p, const void *nothrow) {                                \
        (void)nothrow;                                                                             \
        delete_block(p);                                                                           \
    }                                                                                              \
    void SIZED(name, )(void *p, size_t size);                                                      \
    MODEL void SIZED(name, )(void *p, size_t size) {                                               \
        (void)size;                                                                                \
        delete_block(p);                                                                           \
    }                                                                                              \
    void name##St11align_val_t(void *p, size_t align);                                             \
    MODEL void name##St11align_val_t(void *p, size_t align) {                                      \
        (void)align;                                                                               \
        delete_block(p);                                                                           \
    }                                                                                              \
    void name##St11align_val_tRKSt9nothrow_t(void *p, size_t align, const void *nothrow);          \
    MODEL void name##St11align_val_tRKSt9nothrow_t(void *p, size_t align, const void *nothrow) {   \
        (void)align, (void)nothrow;                                                                \
        delete_block(p);                                                                           \
    }                                                                                              \
    void SIZED(name, St11align_val_t)(void *p, size_t size, size_t align);                         \
    MODEL void SIZED(name, St11align_val_t)(void *p, size_t size, size_t align) {                  \
        (void)size, (void)align;                                                                   \
        delete_block(p);                                                                           \
    }

NEW(_Znw)
NEW(_Zna)
DELETE(_ZdlPv)
DELETE(_ZdaPv)

// The std::nothrow that selects them.
MODEL const char _ZSt7nothrow = 0;

MODEL void *__dso_handle;

// shared_ptr counts with plain instructions while this is set. It never is: that saves a look at
// shared memory, and one thread alone cannot tell.
MODEL const char __libc_single_threaded = 0;

// ---- guards of local statics --------------------------------------------------------------------
// The Itanium ABI fixes the first byte (set once the variable is initialised); the second word is
// ours. Who initialises is known to the thread alone, as one that holds a lock.

struct guard {
    char is_done;
    int is_busy;
};

int __cxa_guard_acquire(struct guard *g);
MODEL int __cxa_guard_acquire(struct guard *g) {
    __heddle_mask();
    if (__heddle_holds(&g->is_busy))
        __heddle_fail(HEDDLE_DEADLOCK,
                      "the initialisation of a static variable needs the variable itself");
    rt_wait_unheld(&g->is_busy, HEDDLE_WAIT_ONCE, g);
    if (g->is_done)
        return 0;
    rt_hold(&g->is_busy);
    return 1;
}

void __cxa_guard_release(struct guard *g);
MODEL void __cxa_guard_release(struct guard *g) {
    __heddle_mask();
    g->is_done = 1;
    rt_let_go(&g->is_busy);
}

void __cxa_guard_abort(struct guard *g);
MODEL void __cxa_guard_abort(struct guard *g) {
    __heddle_mask();
    rt_let_go(&g->is_busy);
}

// ---- fatal ends ---------------------------------------------------------------------------------

#define FATAL(name, message)                                                                       \
    void name(void);                                                                               \
    MODEL void name(void) { __heddle_fail(HEDDLE_ASSERTION, message); }
FATAL(__cxa_pure_virtual, "pure virtual function called")
FATAL(__cxa_deleted_virtual, "deleted virtual function called")

// std::__glibcxx_assert_fail: with -D_GLIBCXX_ASSERTIONS the headers check what they are called
// with.
void _ZSt21__glibcxx_assert_failPKciS0_S0_(const char *file, int line, const char *function,
                                           const char *condition);
MODEL void _ZSt21__glibcxx_assert_failPKciS0_S0_(const char *file, int line, const char *function,
                                                 const char *condition) {
    __assert_fail(condition ? condition : "unreachable code of libstdc++", file, (unsigned)line,
                  function);
}

// ---- exceptions ---------------------------------------------------------------------------------

// libstdc++'s headers throw through these. The forms with a text or a number get it as an argument
// that is not needed.
#define THROWS(name, exception)                                                                    \
    void name(void);                                                                               \
    MODEL void name(void) { __heddle_unsupported("C++ exception: " exception); }
#define THROWS_WITH(name, argument, exception)                                                     \
    void name(argument);                                                                           \
    MODEL void name(argument unused) {                                                             \
        (void)unused;                                                                              \
        __heddle_unsupported("C++ exception: " exception);                                         \
    }
THROWS(_ZSt17__throw_bad_allocv, "std::bad_alloc")
THROWS(_ZSt28__throw_bad_array_new_lengthv, "std::bad_array_new_length")
THROWS(__cxa_throw_bad_array_new_length, "std::bad_array_new_length")
THROWS(_ZSt25__throw_bad_function_callv, "std::bad_function_call")
THROWS(_ZSt16__throw_bad_castv, "std::bad_cast")
THROWS(_ZSt18__throw_bad_typeidv, "std::bad_typeid")
THROWS(_ZSt21__throw_bad_exceptionv, "std::bad_exception")
THROWS_WITH(_ZSt19__throw_logic_errorPKc, const char *, "std::logic_error")
THROWS_WITH(_ZSt20__throw_domain_errorPKc, const char *, "std::domain_error")
THROWS_WITH(_ZSt24__throw_invalid_argumentPKc, const char *, "std::invalid_argument")
THROWS_WITH(_ZSt20__throw_length_errorPKc, const char *, "std::length_error")
THROWS_WITH(_ZSt20__throw_out_of_rangePKc, const char *, "std::out_of_range")
THROWS_WITH(_ZSt21__throw_runtime_errorPKc, const char *, "std::runtime_error")
THROWS_WITH(_ZSt19__throw_range_errorPKc, const char *, "std::range_error")
THROWS_WITH(_ZSt22__throw_overflow_errorPKc, const char *, "std::overflow_error")
THROWS_WITH(_ZSt23__throw_underflow_errorPKc, const char *, "std::underflow_error")
THROWS_WITH(_ZSt19__throw_ios_failurePKc, const char *, "std::ios_base::failure")
THROWS_WITH(_ZSt20__throw_future_errori, int, "std::future_error")

void _ZSt24__throw_out_of_range_fmtPKcz(const char *fmt, ...);
MODEL void _ZSt24__throw_out_of_range_fmtPKcz(const char *fmt, ...) {
    (void)fmt;
    __heddle_unsupported("C++ exception: std::out_of_range");
}

// Names what went wrong: operations on threads and locks report misuse this way.
void _ZSt20__throw_system_errori(int error);
MODEL void _ZSt20__throw_system_errori(int error) {
    switch (error) {
    case EPERM:
        __heddle_unsupported("C++ exception: std::system_error, operation not permitted (EPERM)");
    case EDEADLK:
        __heddle_unsupported(
            "C++ exception: std::system_error, a thread would wait for itself (EDEADLK)");
    case EINVAL:
        __heddle_unsupported("C++ exception: std::system_error, invalid argument (EINVAL)");
    default: __heddle_unsupported("C++ exception: std::system_error");
    }
}

// What the compiler makes of throw and catch. No handler is ever reached, since none is looked for.
void *__cxa_allocate_exception(size_t size);
MODEL void *__cxa_allocate_exception(size_t size) {
    (void)size;
    __heddle_unsupported("C++ exception: thrown by the program");
}

#define NEVER(name)                                                                                \
    void name(void);                                                                               \
    MODEL void name(void) { __heddle_unsupported("C++ exceptions"); }
NEVER(__cxa_throw)
NEVER(__cxa_rethrow)
NEVER(__cxa_free_exception)
NEVER(__cxa_begin_catch)
NEVER(__cxa_end_catch)
NEVER(__cxa_get_exception_ptr)
NEVER(__cxa_call_unexpected)
NEVER(_Unwind_Resume)
NEVER(__gxx_personality_v0)
