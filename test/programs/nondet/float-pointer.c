// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --nondet-range 0..2
// levels: -O0
// A floating-point value is tried as such, however the function is called.
#include <assert.h>

extern float __VERIFIER_nondet_float(void);

int main(void) {
    float (*volatile any)(void) = __VERIFIER_nondet_float;
    float x = any();
    assert(x == 0.0f || x == 1.0f || x == 2.0f);
    return 0;
}
