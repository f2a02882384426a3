// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Numbers with 32 bits behind the point: a product with one half, and with one, is what it should be.
#include <assert.h>

long __VERIFIER_nondet_long(void);
static const long ONE = 1l << 32;

static long times(long a, long b) { return (long)((__int128)a * b >> 32); }

int main(void) {
    long x = __VERIFIER_nondet_long();
    assert(times(x, ONE) == x);
    assert(times(x, ONE / 2) == x >> 1);
    assert(times(x, 0) == 0);
    return 0;
}
