// SPDX-License-Identifier: Apache-2.0
// Between the whole numbers there are others.
// expect: holds within unknown values 0..1 and whole numbers 0..1 for floating-point values
// options: --nondet-range 0..1
#include <assert.h>

double __VERIFIER_nondet_double(void);

int main(void) {
    double d = __VERIFIER_nondet_double();
    assert(d <= 0 || d >= 1);
    return 0;
}
