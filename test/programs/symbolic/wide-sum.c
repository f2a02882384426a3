// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Sums of 128 bits: what is added can be taken away again, and the carry out of 64 bits is the high half.
#include <assert.h>

typedef unsigned __int128 wide;
wide __VERIFIER_nondet_uint128(void);
unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    wide x = __VERIFIER_nondet_uint128(), y = __VERIFIER_nondet_uint128();
    assert(x + y - y == x);
    assert((x ^ y) == ((x | y) - (x & y)));
    assert(x < y || x - y <= x);

    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong(), low;
    wide sum = (wide)a + b;
    _Bool carry = __builtin_add_overflow(a, b, &low);
    assert((unsigned long)sum == low && (unsigned long)(sum >> 64) == carry);
    assert((sum >> 1) == (a & b) + ((a ^ b) >> 1));
    return 0;
}
