// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Longer and longer terms that have the same four values for ever.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);
static volatile unsigned n;

int main(void) {
    n = __VERIFIER_nondet_uint();
    for (;;) {
        n = (n + 1) & 3;
        assert(n < 4);
    }
    return 0;
}
