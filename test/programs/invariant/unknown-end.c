// SPDX-License-Identifier: Apache-2.0
// expect: violated invariant
// options: --invariant is_right --no-property assertion
// The step that ends a run has broken the invariant before, for some numbers.
#include <assert.h>

int __VERIFIER_nondet_int(void);
static int n = 1;

int is_right(void) { return n * n != 4; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0) {
        n = x;
        assert(0);
    }
}
