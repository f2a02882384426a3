// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3 -Os
// float and double: rounding, comparison with NaN and infinities, conversion to and from integers.
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

volatile float f = 0.1f;
volatile double d = 0.1;
volatile double zero = 0.0, huge = 1e308;
volatile int minus = -7;
volatile uint64_t big = 0xfffffffffffffbffu;

int main(void) {
    assert(d + 0.2 != 0.3 && d + 0.2 > 0.3);
    assert(f != d && f == 0.1f);
    assert((float)d == f);
    assert(f * 10 == 1.0f && d * 3 == 0.30000000000000004);
    double inf = huge * 10, nan = zero / zero;
    assert(inf > huge && -inf < -huge && 1 / inf == 0);
    assert(nan != nan && !(nan < 1) && !(nan >= 1) && isnan(nan) && isinf(inf));
    assert((int)3.99 == 3 && (int)(minus * 0.5) == -3 && (unsigned char)(d * 2000) == 200);
    assert((double)minus == -7.0 && (float)16777217 == 16777216.0f);
    assert((double)big == 18446744073709549568.0 && (uint64_t)18446744073709549568.0 == 0xfffffffffffff800u);
    assert((int64_t)-9.2e18 == -9200000000000000000);
    uint64_t bits;
    double one = zero + 1.0;
    memcpy(&bits, &one, sizeof bits);
    assert(bits == 0x3ff0000000000000u);
    double negzero = -zero;
    memcpy(&bits, &negzero, sizeof bits);
    assert(bits == 0x8000000000000000u && negzero == 0);
    return 0;
}
