// SPDX-License-Identifier: Apache-2.0
// expect: unknown "__VERIFIER_nondet_int"
// message: nondet-range
// options: --data stop
// levels: -O0
// A comparison looks at the value: unknown, naming the call and the option that helps.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 10)
        assert(x > 5);
    return 0;
}
