// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 13
// levels: -O0
// A run that cannot go on does not hide the violation in another one.
#include <assert.h>
#include <heddle.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    switch (heddle_choose(3)) {
    case 0: return x > 3;
    case 1: assert(0);
    default: return x < 3;
    }
}
