// SPDX-License-Identifier: Apache-2.0
// expect: violated division-by-zero line 13
// levels: -O0
// The divisor is zero where both of its halves are.
#include <assert.h>

unsigned __int128 __VERIFIER_nondet_uint128(void);

int main(void) {
    unsigned __int128 x = __VERIFIER_nondet_uint128(), d = __VERIFIER_nondet_uint128();
    if ((unsigned long)d != 0 || x == 0)
        return 0;
    return x / d == 5;
}
