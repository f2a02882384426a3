// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2 -O3 -Os
// Shifts that the optimiser turns into funnel shifts, and a small hash built on them.
#include <assert.h>
#include <stdint.h>

static uint32_t rotl(uint32_t x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }
static uint64_t rotr64(uint64_t x, unsigned n) { return x >> (n & 63) | x << (-n & 63); }
static uint32_t hash(const char *s) {
    uint32_t h = 17;
    for (; *s; s++)
        h = rotl(h ^ (unsigned char)*s, 5) * 3;
    return h;
}

int main(void) {
    static volatile unsigned n = 5, zero;
    assert(rotl(0x80000001u, n) == 0x30 && rotl(0x12345678, zero) == 0x12345678 && rotl(1, n + 27) == 1);
    assert(rotr64(1, n) == 0x0800000000000000u && rotr64(0xff, zero) == 0xff);
    assert(hash("") == 17 && hash("a") == 10752 && hash("ab") != hash("ba"));
    return 0;
}
