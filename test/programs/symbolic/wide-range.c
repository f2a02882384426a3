// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --nondet-range -2..2
// Numbers of a range, as any others.
#include <assert.h>

__int128 __VERIFIER_nondet_int128(void);
unsigned __int128 __VERIFIER_nondet_uint128(void);

int main(void) {
    __int128 x = __VERIFIER_nondet_int128();
    assert(x >= -2 && x <= 2 && x * x <= 4);
    unsigned __int128 y = __VERIFIER_nondet_uint128();
    assert(y + 2 <= 4);
    return 0;
}
