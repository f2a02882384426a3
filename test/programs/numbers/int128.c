// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3 -Os
// 128-bit integers: arithmetic, division, shifts, comparison, conversion, parameters and results.
#include <assert.h>
#include <stdint.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

volatile u128 big = ((u128)0x0123456789abcdefu << 64) | 0xfedcba9876543210u;
volatile i128 neg = -1;
volatile uint64_t m = 0xffffffffffffffffu;
volatile int by = 68;

static uint64_t hi(u128 x) { return (uint64_t)(x >> 64); }
static uint64_t lo(u128 x) { return (uint64_t)x; }
__attribute__((noinline)) static u128 mul(uint64_t a, uint64_t b) { return (u128)a * b; }
__attribute__((noinline)) static i128 sdiv(i128 a, i128 b) { return a / b; }

int main(void) {
    u128 sq = mul(m, m);
    assert(hi(sq) == 0xfffffffffffffffeu && lo(sq) == 1);
    u128 sum = big + big;
    assert(hi(sum) == 0x02468acf13579bdfu && lo(sum) == 0xfdb97530eca86420u);
    assert(hi(big << 4) == 0x123456789abcdeffu && lo(big << 4) == 0xedcba98765432100u);
    assert(hi(big >> by) == 0 && lo(big >> by) == 0x00123456789abcdeu);
    assert(hi(big << by) == 0xedcba98765432100u && lo(big << by) == 0);
    assert((neg >> 100) == -1 && neg < 0 && (u128)neg > big);
    assert(sdiv(neg * 1000, 7) == -142 && (neg * 1000) % 7 == -6);
    assert(big / 1000000007u * 1000000007u + big % 1000000007u == big);
    assert(hi(big & (u128)m) == 0 && lo(big ^ big) == 0 && hi(big | neg) == m);
    assert((int64_t)neg == -1 && (i128)(int64_t)m == neg && (u128)m != (u128)neg);
    assert((double)(u128)m == 18446744073709551616.0);
    assert((u128)1e30 == (u128)1000000000000000u * 1000000000000000u + 19884624838656u);
    return 0;
}
