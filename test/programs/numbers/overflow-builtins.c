// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3
// __builtin_*_overflow in signed, unsigned, mixed, narrow, 64- and 128-bit forms.
#include <assert.h>
#include <limits.h>
#include <stdint.h>

volatile int max = INT_MAX, min = INT_MIN, one = 1;
volatile uint64_t ones = UINT64_MAX;

int main(void) {
    int r;
    assert(__builtin_add_overflow(max, one, &r) && r == INT_MIN);
    assert(!__builtin_add_overflow(max, -one, &r) && r == INT_MAX - 1);
    assert(__builtin_sub_overflow(min, one, &r) && r == INT_MAX);
    assert(__builtin_mul_overflow(max, 2, &r) && r == -2);
    assert(!__builtin_mul_overflow(46340, 46340 * one, &r) && r == 2147395600);
    unsigned u;
    assert(__builtin_usub_overflow(one, 2u, &u) && u == UINT_MAX);
    uint64_t q;
    assert(__builtin_add_overflow(ones, (uint64_t)one, &q) && q == 0);
    assert(__builtin_mul_overflow(ones, ones, &q) && q == 1);
    long l;
    assert(!__builtin_smull_overflow(max, max, &l) && l == 4611686014132420609);
    assert(__builtin_saddl_overflow(LONG_MAX, one, &l) && l == LONG_MIN);
    int8_t small;
    assert(__builtin_add_overflow(100, 100 * one, &small) && small == -56);
    assert(__builtin_sub_overflow(0u, (unsigned)one, &r) == 0 && r == -1);
    __int128 w;
    assert(!__builtin_mul_overflow((__int128)max, (__int128)max, &w) && w == 4611686014132420609);
    return 0;
}
