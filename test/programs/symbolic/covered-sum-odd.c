// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// The same with one number that need not be even, but it is not the first.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);
_Bool __VERIFIER_nondet_bool(void);
static unsigned total;

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        unsigned n = __VERIFIER_nondet_uint();
        total += total == 6 ? n : 2 * n;
        assert(total % 2 == 0);
    }
    return 0;
}
