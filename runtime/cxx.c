// SPDX-License-Identifier: Apache-2.0
// What C++ code needs from its library: operator new and delete, guards of local statics, fatal ends. Exceptions
// are not modelled: where one would be thrown, the verdict is unknown.
#include "rt.h"

// size_t in mangled names.
#ifdef __LP64__
#define SIZED(before, after) before##m##after
#else
#define SIZED(before, after) before##j##after
#endif

static void *new_block_or_null(size_t size, size_t align) {
    return size > RT_MAX_ALLOC ? NULL : __heddle_alloc(size, HEDDLE_ALLOC_ALIGN(__builtin_ctzl(align)));
}

static void *new_block(size_t size, size_t align) {
    void *p = new_block_or_null(size, align);
    if (!p)
        __heddle_unsupported("C++ exception: operator new throws std::bad_alloc");
    return p;
}

static void delete_block(void *p) {
    if (p)
        __heddle_free(p);
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
    void *SIZED(name, St11align_val_tRKSt9nothrow_t)(size_t size, size_t align, const void *nothrow);                  \
    MODEL void *SIZED(name, St11align_val_tRKSt9nothrow_t)(size_t size, size_t align, const void *nothrow) {           \
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
    void SIZED(name, St11align_val_t)(void *p, size_t size, size_t align);                         \
    MODEL void SIZED(name, St11align_val_t)(void *p, size_t size, size_t align) {                  \
        (void)size, (void)align;                                                                   \
        delete_block(p);                                                                           \
    }

NEW(_Znw)
NEW(_Zna)
DELETE(_ZdlPv)
DELETE(_ZdaPv)

MODEL void *__dso_handle;

// ---- guards of local statics --------------------------------------------------------------------
// The Itanium ABI fixes the first byte (set once the variable is initialised); the second word is ours.

struct guard {
    char is_done;
    int is_busy;
};

int __cxa_guard_acquire(struct guard *g);
MODEL int __cxa_guard_acquire(struct guard *g) {
    __heddle_mask();
    __heddle_wait(&g->is_busy, 0, HEDDLE_WAIT_ONCE, g, NULL);
    if (g->is_done)
        return 0;
    g->is_busy = 1;
    return 1;
}

void __cxa_guard_release(struct guard *g);
MODEL void __cxa_guard_release(struct guard *g) {
    __heddle_mask();
    g->is_done = 1;
    g->is_busy = 0;
}

void __cxa_guard_abort(struct guard *g);
MODEL void __cxa_guard_abort(struct guard *g) {
    __heddle_mask();
    g->is_busy = 0;
}

// ---- fatal ends ---------------------------------------------------------------------------------

#define FATAL(name, message)                                                                       \
    void name(void);                                                                               \
    MODEL void name(void) { __heddle_fail(HEDDLE_ASSERTION, message); }
FATAL(__cxa_pure_virtual, "pure virtual function called")
FATAL(__cxa_deleted_virtual, "deleted virtual function called")
FATAL(_ZSt9terminatev, "std::terminate() called")

// libstdc++'s headers throw through these.
#define THROWS(name, exception)                                                                    \
    void name(void);                                                                               \
    MODEL void name(void) { __heddle_unsupported("C++ exception: " exception); }
THROWS(_ZSt17__throw_bad_allocv, "std::bad_alloc")
THROWS(_ZSt28__throw_bad_array_new_lengthv, "std::bad_array_new_length")
THROWS(_ZSt25__throw_bad_function_callv, "std::bad_function_call")

#define THROWS_TEXT(name, exception)                                                               \
    void name(const char *text);                                                                   \
    MODEL void name(const char *text) {                                                            \
        (void)text;                                                                                \
        __heddle_unsupported("C++ exception: " exception);                                         \
    }
THROWS_TEXT(_ZSt20__throw_length_errorPKc, "std::length_error")
THROWS_TEXT(_ZSt19__throw_logic_errorPKc, "std::logic_error")
THROWS_TEXT(_ZSt20__throw_out_of_rangePKc, "std::out_of_range")
THROWS_TEXT(_ZSt24__throw_invalid_argumentPKc, "std::invalid_argument")

void _ZSt24__throw_out_of_range_fmtPKcz(const char *fmt, ...);
MODEL void _ZSt24__throw_out_of_range_fmtPKcz(const char *fmt, ...) {
    (void)fmt;
    __heddle_unsupported("C++ exception: std::out_of_range");
}

void _ZSt20__throw_system_errori(int error);
MODEL void _ZSt20__throw_system_errori(int error) {
    (void)error;
    __heddle_unsupported("C++ exception: std::system_error");
}
