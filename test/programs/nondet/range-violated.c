// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 12
// options: --nondet-range=-5..5
// The ends of the range belong to it.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    short y = __VERIFIER_nondet_short();
    assert(x + y > -10);
    return 0;
}
