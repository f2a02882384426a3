// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2 -O3 -Os
// Selects that the optimiser turns into min, max, abs and saturating intrinsics.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#define OUT __attribute__((noinline)) static
OUT int smin(int a, int b) { return a < b ? a : b; }
OUT long smax(long a, long b) { return a > b ? a : b; }
OUT unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
OUT uint8_t umax(uint8_t a, uint8_t b) { return a > b ? a : b; }
OUT int absolute(int a) { return a < 0 ? -a : a; }
OUT unsigned satsub(unsigned a, unsigned b) { return a > b ? a - b : 0; }
OUT uint8_t satadd(uint8_t a, uint8_t b) { return a + b > 255 ? 255 : a + b; }
OUT int clamp(int x) { return x < -10 ? -10 : x > 10 ? 10 : x; }

int main(void) {
    assert(smin(-1, 1) == -1 && smax(-1, 1) == 1 && umin(-1, 1) == 1 && umax(200, 100) == 200);
    assert(absolute(-5) == 5 && absolute(7) == 7 && abs(-3) == 3 && labs(-4L) == 4);
    assert(satsub(3, 5) == 0 && satsub(5, 3) == 2 && satadd(200, 100) == 255 && satadd(1, 2) == 3);
    assert(clamp(50) == 10 && clamp(-50) == -10 && clamp(5) == 5);
    return 0;
}
