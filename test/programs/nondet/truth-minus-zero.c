// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 10
// A floating-point number that is equal to zero may be the negative one.
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
    double d = __VERIFIER_nondet_double();
    if (d == 0)
        assert(!signbit(d));
    return 0;
}
