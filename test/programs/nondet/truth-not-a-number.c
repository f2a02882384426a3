// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 10
// levels: -O0
// What is not equal to zero need not be equal to itself: more than the truth is asked here.
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
    double d = __VERIFIER_nondet_double();
    if (d != 0)
        assert(d == d);
    return 0;
}
