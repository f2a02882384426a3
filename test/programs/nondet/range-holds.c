// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --nondet-range 0..20
// The range that the user gives is tried in full.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x >= 0 && x <= 20);
    unsigned y = __VERIFIER_nondet_uint();
    if (x + y == 40)
        assert(x == 20 && y == 20);
    return 0;
}
