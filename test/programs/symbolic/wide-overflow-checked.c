// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property overflow
// levels: -O0
// The builtins say what does not fit, and so do comparisons.
#include <assert.h>

typedef __int128 wide;
wide __VERIFIER_nondet_int128(void);
long __VERIFIER_nondet_long(void);

int main(void) {
    const wide most = (wide)(~(unsigned __int128)0 >> 1);
    wide x = __VERIFIER_nondet_int128(), y = __VERIFIER_nondet_int128(), sum, difference;
    if (!__builtin_add_overflow(x, y, &sum))
        assert(sum == x + y);
    if (!__builtin_sub_overflow(x, y, &difference))
        assert(difference == x - y);
    if (x >= 0 && y <= most - x)
        x = x + y;
    wide a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long(), product;
    assert(!__builtin_mul_overflow(a, b, &product));
    assert(product == a * b);
    return 0;
}
