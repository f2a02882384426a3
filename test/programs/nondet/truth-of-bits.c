// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 13
// levels: -O0
// An integer that is not zero may be the bits of -0.0, which is equal to zero.
#include <assert.h>
#include <string.h>
extern long __VERIFIER_nondet_long(void);
int main(void) {
    long n = __VERIFIER_nondet_long();
    double d;
    memcpy(&d, &n, sizeof d);
    if (n)
        assert(d != 0);
    return 0;
}
