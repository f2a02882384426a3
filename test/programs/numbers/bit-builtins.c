// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3
// popcount, clz, ctz, ffs, parity, clrsb, bswap, bitreverse, rotate.
#include <assert.h>
#include <stdint.h>

volatile uint32_t w = 0x00f01234;
volatile uint64_t q = 0x8000000000000100u;
volatile uint16_t h = 0x1234;
volatile int minus = -1;

int main(void) {
    assert(__builtin_popcount(w) == 9 && __builtin_popcountll(q) == 2 && __builtin_popcount(minus) == 32);
    assert(__builtin_clz(w) == 8 && __builtin_clzll(q) == 0 && __builtin_clzll(q >> 4) == 4);
    assert(__builtin_ctz(w) == 2 && __builtin_ctzll(q) == 8);
    assert(__builtin_ffs(w) == 3 && __builtin_ffs(w - w) == 0 && __builtin_ffsll(q) == 9);
    assert(__builtin_parity(w) == 1 && __builtin_parityll(q) == 0);
    assert(__builtin_clrsb(minus) == 31);
    assert(__builtin_bswap16(h) == 0x3412 && __builtin_bswap32(w) == 0x3412f000);
    assert(__builtin_bswap64(q) == 0x0001000000000080u);
    assert(__builtin_bitreverse8(h) == 0x2c && __builtin_bitreverse32(w) == 0x2c480f00);
    assert(__builtin_bitreverse64(q) == 0x0080000000000001u);
    assert(__builtin_rotateleft32(w, 8) == 0xf0123400 && __builtin_rotateright16(h, 4) == 0x4123);
    assert(__builtin_rotateleft64(q, 1) == 0x201 && __builtin_rotateleft8(h, 4) == 0x43);
    return 0;
}
