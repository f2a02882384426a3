// SPDX-License-Identifier: Apache-2.0
// <setjmp.h>. The first word of a jmp_buf holds the machine's mark of the frame to return to, the
// second what place.c keeps there. As in
// glibc, sigsetjmp and the function setjmp save the signal mask, the macro setjmp (_setjmp) does
// not, and any longjmp brings a saved mask back.
#include "rt.h"

#include <setjmp.h>

#undef setjmp
#undef _setjmp
#undef sigsetjmp

static inline void **mark_of(struct __jmp_buf_tag *env) { return (void **)(void *)env; }

// A mark belongs to the caller of the function that asks for it: none of these may be inlined, nor
// share a helper.
#define SETJMP(name, saves_mask, ...)                                                              \
    __attribute__((returns_twice)) int name(struct __jmp_buf_tag *env __VA_ARGS__);                \
    MODEL NOINLINE int name(struct __jmp_buf_tag *env __VA_ARGS__) {                               \
        *mark_of(env) = __heddle_mark();                                                           \
        env->__mask_was_saved = (saves_mask) != 0;                                                 \
        if (saves_mask)                                                                            \
            __rt_signal_save(&env->__saved_mask);                                                  \
        __rt_asked_save(env);                                                                      \
        return 0;                                                                                  \
    }
SETJMP(setjmp, 1)
SETJMP(_setjmp, 0)
SETJMP(__sigsetjmp, is_saved, , int is_saved)

static _Noreturn void jump(struct __jmp_buf_tag *env, int value) {
    void *mark = *mark_of(env);
    int is_saved = env->__mask_was_saved;
    if (!__heddle_unwritten(is_saved) && is_saved)
        __rt_signal_restore(&env->__saved_mask);
    __rt_asked_restore(env);
    __heddle_jump(mark, value ? value : 1);
}

void __longjmp_chk(struct __jmp_buf_tag *env, int value);
MODEL void longjmp(struct __jmp_buf_tag *env, int value) { jump(env, value); }
MODEL void _longjmp(struct __jmp_buf_tag *env, int value) { jump(env, value); }
MODEL void siglongjmp(struct __jmp_buf_tag *env, int value) { jump(env, value); }
MODEL _Noreturn void __longjmp_chk(struct __jmp_buf_tag *env, int value) { jump(env, value); }
