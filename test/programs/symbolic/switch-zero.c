// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 13
// What is not zero has been asked for already when the next case is.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    switch (x) {
    case 0: return 0;
    case 5: return 1;
    default: assert(x != 7);
    }
    return 0;
}
