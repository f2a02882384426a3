// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3 -Os
// 80-bit long double: 64-bit mantissa, conversion, passing, arrays.
#include <assert.h>
#include <math.h>
#include <stdint.h>

volatile long double third = 1.0L;
volatile uint64_t m = 0xffffffffffffffffu;
volatile double d = 0.1;

__attribute__((noinline)) static long double mix(int n, long double a, double b) { return n + a * b; }

int main(void) {
    long double x = third / 3;
    assert(x * 3 == 1.0L && (double)x != x);
    assert((uint64_t)(long double)m == m && (double)m != (long double)m);
    assert((long double)d * 10 != 1.0L && (float)(d + 0.0L) == 0.1f);
    assert(mix(1, 2.5L, 4.0) == 11.0L);
    long double a[3] = {1, 2, 3};
    a[1] += a[2] * 0.5L;
    assert(a[1] == 3.5L && sizeof a == 48);
    assert(-a[0] < 0 && fabsl(-a[1]) == 3.5L && (int)-a[1] == -3);
    return 0;
}
