// SPDX-License-Identifier: Apache-2.0
// <setjmp.h>. The first word of a jmp_buf holds the machine's mark of the frame to return to; the rest is unused.
// Signal masks are not part of what is checked: sigsetjmp saves none.
#include "rt.h"

#include <setjmp.h>

#undef setjmp
#undef _setjmp
#undef sigsetjmp

static inline void **mark_of(struct __jmp_buf_tag *env) { return (void **)(void *)env; }

// A mark belongs to the caller of the function that asks for it: none of these may be inlined, nor share a helper.
#define SETJMP(name, ...)                                                                          \
    __attribute__((returns_twice)) int name(struct __jmp_buf_tag *env __VA_ARGS__);                \
    MODEL NOINLINE int name(struct __jmp_buf_tag *env __VA_ARGS__) {                               \
        *mark_of(env) = __heddle_mark();                                                           \
        return 0;                                                                                  \
    }
SETJMP(setjmp)
SETJMP(_setjmp)
SETJMP(__sigsetjmp, , __attribute__((unused)) int saves_mask)

static _Noreturn void jump(struct __jmp_buf_tag *env, int value) {
    void *mark = *mark_of(env);
    __heddle_jump(mark, value ? value : 1);
}

void __longjmp_chk(struct __jmp_buf_tag *env, int value);
MODEL void longjmp(struct __jmp_buf_tag *env, int value) { jump(env, value); }
MODEL void _longjmp(struct __jmp_buf_tag *env, int value) { jump(env, value); }
MODEL void siglongjmp(struct __jmp_buf_tag *env, int value) { jump(env, value); }
MODEL _Noreturn void __longjmp_chk(struct __jmp_buf_tag *env, int value) { jump(env, value); }
