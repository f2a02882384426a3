// SPDX-License-Identifier: Apache-2.0
// <fenv.h>: the machine rounds to nearest and keeps no exception flags. Changing flags does
// nothing; asking for them is refused, since the answer would be wrong.
#include "rt.h"

#include <fenv.h>

static _Noreturn void no_flags(void) {
    __heddle_unsupported("floating-point exception flags are not modelled");
}

MODEL int fegetround(void) { return FE_TONEAREST; }

MODEL int fesetround(int mode) {
    if (mode == FE_TONEAREST)
        return 0;
    if (mode == FE_DOWNWARD || mode == FE_UPWARD || mode == FE_TOWARDZERO)
        __heddle_unsupported("fesetround(): the machine always rounds to nearest");
    return 1;
}

MODEL int feclearexcept(int exceptions) { return (void)exceptions, 0; }
MODEL int feraiseexcept(int exceptions) { return (void)exceptions, 0; }
MODEL int fesetexcept(int exceptions) { return (void)exceptions, 0; }

MODEL int fetestexcept(int exceptions) {
    if (exceptions & FE_ALL_EXCEPT)
        no_flags();
    return 0;
}

MODEL int fegetexceptflag(fexcept_t *flags, int exceptions) {
    if (exceptions & FE_ALL_EXCEPT)
        no_flags();
    *flags = 0;
    return 0;
}

MODEL int fesetexceptflag(const fexcept_t *flags, int exceptions) {
    (void)exceptions;
    __heddle_read(flags, sizeof *flags);
    return 0;
}

// An environment holds nothing but the default.
MODEL int fegetenv(fenv_t *env) {
    *env = (fenv_t){0};
    return 0;
}

MODEL int feholdexcept(fenv_t *env) {
    *env = (fenv_t){0};
    return 0;
}

// Reading it is only claimed, for races; FE_DFL_ENV points to nothing.
MODEL int fesetenv(const fenv_t *env) {
    __heddle_read(env, sizeof *env);
    return 0;
}

MODEL int feupdateenv(const fenv_t *env) { return fesetenv(env); }

MODEL int fegetmode(femode_t *mode) {
    *mode = (femode_t){0};
    return 0;
}

MODEL int fesetmode(const femode_t *mode) {
    __heddle_read(mode, sizeof *mode);
    return 0;
}

// No exception is trapped, and none can be.
MODEL int fegetexcept(void) { return 0; }
MODEL int fedisableexcept(int exceptions) { return (void)exceptions, 0; }
MODEL int feenableexcept(int exceptions) {
    if (exceptions & FE_ALL_EXCEPT)
        __heddle_unsupported("feenableexcept(): floating-point exceptions are not modelled");
    return 0;
}
