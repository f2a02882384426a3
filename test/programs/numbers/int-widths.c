// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3 -Os
// Arithmetic, comparison and conversion of every integer width from 8 to 64 bits.
#include <assert.h>
#include <limits.h>
#include <stdint.h>

volatile int8_t a8 = -100;
volatile uint8_t b8 = 200;
volatile int16_t a16 = -30000;
volatile uint16_t b16 = 60000;
volatile int32_t a32 = -2000000000;
volatile uint32_t b32 = 4000000000u;
volatile int64_t a64 = -9000000000000000000;
volatile uint64_t b64 = 18000000000000000000u;

int main(void) {
    assert((int8_t)(a8 - 100) == 56);
    assert((uint8_t)(b8 + 100) == 44);
    assert((int16_t)(a16 - 10000) == 25536);
    assert((uint16_t)(b16 * 2) == 54464);
    assert(b32 + 1000000000u == 705032704u);
    assert(b64 * 2 == 17553255926290448384u);
    assert(a8 / 3 == -33 && a8 % 3 == -1);
    assert(a16 / 7 == -4285 && a16 % 7 == -5);
    assert(a32 / 1000 == -2000000 && a64 / 1000000000 == -9000000000);
    assert(b32 / 3 == 1333333333 && b32 % 7 == 3);
    assert(b64 / 10 == 1800000000000000000u && b64 % 1000000007 == 882);
    assert(a8 >> 2 == -25 && b8 >> 2 == 50);
    assert(a32 >> 31 == -1 && b32 >> 31 == 1);
    assert(a64 >> 63 == -1 && b64 >> 63 == 1);
    assert((a8 & 0x0f) == 12 && (b8 ^ 0xff) == 55 && (a16 | 1) == -29999);
    assert(a8 < b8 && (uint8_t)a8 < b8 && a32 < 0 && b32 > (uint32_t)INT_MAX);
    assert((uint32_t)a8 == 4294967196u && (int64_t)a32 == -2000000000 && (int64_t)b32 == 4000000000);
    assert((int8_t)b8 == -56 && (int16_t)b16 == -5536);
    assert(~a8 == 99 && -a16 == 30000);
    return 0;
}
