// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Quotients and remainders of 128 bits, by numbers that are not zero.
#include <assert.h>

typedef unsigned __int128 wide;
wide __VERIFIER_nondet_uint128(void);
unsigned long __VERIFIER_nondet_ulong(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    wide x = __VERIFIER_nondet_uint128();
    assert(x / 16 == x >> 4 && x % 256 == (x & 255));

    const wide large = (wide)1 << 100 | 1;
    if (x / large == 9)
        assert(x > (wide)9 << 100);

    __int128 a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b != 0)
        assert(a / b == (long)a / (long)b);

    unsigned long c = __VERIFIER_nondet_ulong();
    wide e = c;
    assert(e / 10 == c / 10 && e % 10 == c % 10);
    return 0;
}
