// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Between 128 bits and other widths, also odd ones and floats.
#include <assert.h>

typedef unsigned __int128 wide;
wide __VERIFIER_nondet_uint128(void);
__int128 __VERIFIER_nondet_int128(void);
long __VERIFIER_nondet_long(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    wide x = __VERIFIER_nondet_uint128();
    unsigned _BitInt(80) cut = (unsigned _BitInt(80))x;
    assert((wide)cut == (x & (((wide)1 << 80) - 1)));
    __int128 y = __VERIFIER_nondet_int128();
    _BitInt(100) part = (_BitInt(100))y;
    assert((__int128)part == (__int128)((wide)y << 28) >> 28);
    assert((y == (long)y) == (y >> 63 == 0 || y >> 63 == -1));

    long n = __VERIFIER_nondet_long();
    __int128 m = n;
    assert((m < 0) == (n < 0) && (long)m == n && (unsigned long)(m >> 64) == (n < 0 ? ~0ul : 0));

    __int128 i = __VERIFIER_nondet_int();
    wide u = __VERIFIER_nondet_uint();
    assert((double)i == (double)(int)i && (double)u == (double)(unsigned)u);
    return 0;
}
