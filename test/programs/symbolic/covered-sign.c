// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// The sum of two numbers is a guess for a difference, and a wrong one.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
static int n;

int main(void) {
    n = __VERIFIER_nondet_uchar() + __VERIFIER_nondet_uchar();
    while (__VERIFIER_nondet_bool()) {
        assert(n >= 0);
        n = __VERIFIER_nondet_uchar() - __VERIFIER_nondet_uchar();
    }
    return 0;
}
