// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// A value that is known not to be zero does not stand for one of which nothing is known.
#include <assert.h>

int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
static int n;

int main(void) {
    n = __VERIFIER_nondet_int();
    if (!n)
        return 0;
    while (__VERIFIER_nondet_bool()) {
        assert(n);
        n = __VERIFIER_nondet_int();
    }
    return 0;
}
