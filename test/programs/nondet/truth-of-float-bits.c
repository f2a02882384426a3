// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 15
// levels: -O0
// A number whose bits are not all zero may be -0.0, which is equal to zero: the choice has three cases.
#include <assert.h>
#include <string.h>
extern double __VERIFIER_nondet_double(void);
static int is_zero, has_bits;
int main(void) {
    double d = __VERIFIER_nondet_double();
    long n;
    memcpy(&n, &d, sizeof n);
    has_bits = n != 0;
    is_zero = d == 0;
    assert(!(has_bits && is_zero));
    return 0;
}
