// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 17
// The larger of two numbers of 128 bits, by the wrong half in the second one.
#include <assert.h>

typedef unsigned __int128 wide;
wide __VERIFIER_nondet_uint128(void);

static wide larger(wide a, wide b) { return a < b ? b : a; }
static wide larger_low(wide a, wide b) { return (unsigned long)a < (unsigned long)b ? b : a; }

int main(void) {
    wide a = __VERIFIER_nondet_uint128(), b = __VERIFIER_nondet_uint128();
    wide most = larger(a, b);
    assert(most >= a && most >= b && (most == a || most == b));
    most = larger_low(a, b);
    assert(most >= a && most >= b);
    return 0;
}
