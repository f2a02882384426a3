// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Numbers of 128 bits that are turned around, and shifted by what is known and what is not.
#include <assert.h>

typedef unsigned __int128 wide;
wide __VERIFIER_nondet_uint128(void);
__int128 __VERIFIER_nondet_int128(void);
unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);

static wide left(wide x, unsigned n) { return x << n | x >> (-n & 127); }
static wide right(wide x, unsigned n) { return x >> n | x << (-n & 127); }

int main(void) {
    wide x = __VERIFIER_nondet_uint128();
    unsigned n = __VERIFIER_nondet_uint() & 15;
    assert(left(x, 40) == right(x, 88) && left(x, 64) == right(x, 64));
    assert(right(left(x, n), n) == x);

    __int128 y = __VERIFIER_nondet_int128();
    assert((y >> 127) == (y < 0 ? -1 : 0));
    assert(n == 0 || (y >> n) <= (((__int128)1 << 126) - 1 + ((__int128)1 << 126)) >> n);

    __int128 z = __VERIFIER_nondet_int();
    assert((z << 20) >> 20 == z && (int)(z >> 31) == (z < 0 ? -1 : 0));
    return 0;
}
