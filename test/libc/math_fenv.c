// SPDX-License-Identifier: Apache-2.0
// Conformance tests: fenv.h
#define _GNU_SOURCE
#include <assert.h>
#include <fenv.h>
#include <stddef.h>

// checks: the default
void pass_fegetround(void) { assert(fegetround() == FE_TONEAREST); }

// violates: assertion: the default is to nearest
void fail_fegetround(void) { assert(fegetround() == FE_TOWARDZERO); }

// checks: the default may be set; a mode that does not exist fails
void pass_fesetround(void) { assert(fesetround(FE_TONEAREST) == 0 && fesetround(1) != 0); }

// violates: assertion: a mode that does not exist fails
void fail_fesetround(void) { assert(fesetround(1) == 0); }

// unknown: always rounds to nearest
void refuse_fesetround(void) { fesetround(FE_UPWARD); }

// checks: success
void pass_feclearexcept(void) { assert(feclearexcept(FE_ALL_EXCEPT) == 0); }

// violates: assertion: success is 0
void fail_feclearexcept(void) { assert(feclearexcept(FE_ALL_EXCEPT) != 0); }

// checks: success
void pass_feraiseexcept(void) { assert(feraiseexcept(FE_INEXACT) == 0); }

// violates: assertion: success is 0
void fail_feraiseexcept(void) { assert(feraiseexcept(FE_INEXACT) != 0); }

// checks: success
void pass_fesetexcept(void) { assert(fesetexcept(FE_INEXACT) == 0); }

// violates: assertion: success is 0
void fail_fesetexcept(void) { assert(fesetexcept(FE_INEXACT) != 0); }

// unknown: exception flags are not modelled
void refuse_fetestexcept(void) { fetestexcept(FE_DIVBYZERO); }

// unknown: exception flags are not modelled
void refuse_fegetexceptflag(void) {
    fexcept_t flags;
    fegetexceptflag(&flags, FE_ALL_EXCEPT);
}

// checks: success
void pass_fesetexceptflag(void) {
    fexcept_t flags = 0;
    assert(fesetexceptflag(&flags, FE_ALL_EXCEPT) == 0);
}

// violates: assertion: success is 0
void fail_fesetexceptflag(void) {
    fexcept_t flags = 0;
    assert(fesetexceptflag(&flags, FE_ALL_EXCEPT) != 0);
}

// checks: the default can be saved and set
void pass_fegetenv(void) {
    fenv_t env;
    assert(fegetenv(&env) == 0 && fesetenv(&env) == 0 && fegetround() == FE_TONEAREST);
}

// violates: null-dereference: there is no place for it
void fail_fegetenv(void) {
    fenv_t *volatile none = NULL;
    fegetenv(none);
}

// checks: the default may be set
void pass_fesetenv(void) { assert(fesetenv(FE_DFL_ENV) == 0 && fegetround() == FE_TONEAREST); }

// violates: assertion: success is 0
void fail_fesetenv(void) { assert(fesetenv(FE_DFL_ENV) != 0); }

// checks: success
void pass_feholdexcept(void) {
    fenv_t env;
    assert(feholdexcept(&env) == 0 && feupdateenv(&env) == 0);
}

// violates: null-dereference: there is no place for the environment
void fail_feholdexcept(void) {
    fenv_t *volatile none = NULL;
    feholdexcept(none);
}

// checks: success
void pass_feupdateenv(void) { assert(feupdateenv(FE_DFL_ENV) == 0); }

// violates: assertion: success is 0
void fail_feupdateenv(void) { assert(feupdateenv(FE_DFL_ENV) != 0); }

// checks: the default can be saved and set
void pass_fegetmode(void) {
    femode_t mode;
    assert(fegetmode(&mode) == 0 && fesetmode(&mode) == 0);
}

// violates: null-dereference: there is no place for it
void fail_fegetmode(void) {
    femode_t *volatile none = NULL;
    fegetmode(none);
}

// checks: the default may be set
void pass_fesetmode(void) { assert(fesetmode(FE_DFL_MODE) == 0); }

// violates: assertion: success is 0
void fail_fesetmode(void) { assert(fesetmode(FE_DFL_MODE) != 0); }

// checks: nothing is trapped
void pass_fegetexcept(void) { assert(fegetexcept() == 0); }

// violates: assertion: nothing is trapped
void fail_fegetexcept(void) { assert(fegetexcept() != 0); }

// checks: nothing was trapped before
void pass_fedisableexcept(void) { assert(fedisableexcept(FE_ALL_EXCEPT) == 0); }

// violates: assertion: nothing was trapped before
void fail_fedisableexcept(void) { assert(fedisableexcept(FE_ALL_EXCEPT) == FE_ALL_EXCEPT); }

// unknown: exceptions are not modelled
void refuse_feenableexcept(void) { feenableexcept(FE_DIVBYZERO); }
