// SPDX-License-Identifier: Apache-2.0
// expect: holds
// The high half of a product says whether it overflows; small factors have small products.
#include <assert.h>

typedef unsigned __int128 wide;
unsigned long __VERIFIER_nondet_ulong(void);
unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
wide __VERIFIER_nondet_uint128(void);

static unsigned long high_of(unsigned long a, unsigned long b) {
    return (unsigned long)((wide)a * b >> 64);
}

int main(void) {
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong(), product;
    assert((high_of(a, b) != 0) == __builtin_mul_overflow(a, b, &product));
    assert(product == a * b);

    unsigned c = __VERIFIER_nondet_uint(), d = __VERIFIER_nondet_uint();
    assert(high_of(c, d) == 0);
    assert(high_of(a, 1ul << 32) == a >> 32);

    __int128 e = __VERIFIER_nondet_int(), f = __VERIFIER_nondet_int();
    assert(e * f == (long)e * (long)f);

    wide x = __VERIFIER_nondet_uint128();
    assert(x * 10 == (x << 3) + (x << 1));
    return 0;
}
