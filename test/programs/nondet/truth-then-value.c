// SPDX-License-Identifier: Apache-2.0
// expect: unknown "__VERIFIER_nondet_int"
// message: nondet-range
// options: --data stop
// levels: -O0
// That it is not zero is known, what it is is not.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x)
        assert(x != 7);
    return 0;
}
