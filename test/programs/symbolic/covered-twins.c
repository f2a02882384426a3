// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// Two copies of one unknown value do not stand for two unknown values.
#include <assert.h>

int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
static int a, b;

int main(void) {
    a = b = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_bool()) {
        assert(a == b);
        a = __VERIFIER_nondet_int();
    }
    return 0;
}
