// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Functions of bits on 128 of them.
#include <assert.h>

typedef unsigned __int128 wide;
wide __VERIFIER_nondet_uint128(void);
unsigned long __VERIFIER_nondet_ulong(void);

static int ones(wide x) {
    return __builtin_popcountl((unsigned long)x) + __builtin_popcountl((unsigned long)(x >> 64));
}

static wide swapped(wide x) {
    return (wide)__builtin_bswap64((unsigned long)x) << 64 | __builtin_bswap64((unsigned long)(x >> 64));
}

int main(void) {
    wide x = __VERIFIER_nondet_uint128();
    unsigned long a = __VERIFIER_nondet_ulong();
    assert(__builtin_popcountg(x) == ones(x));
    assert((x != 0 && (x & (x - 1)) == 0) == (ones(x) == 1));
    assert(__builtin_clzg((wide)a, 128) >= 64);
    if (x != 0) {
        int first = __builtin_ctzg(x), last = 127 - __builtin_clzg(x);
        assert(first <= last && (x >> last) == 1 && (x >> first & 1) == 1);
    }
    assert(swapped(swapped(x)) == x);
    return 0;
}
