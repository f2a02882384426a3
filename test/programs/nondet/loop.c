// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --nondet-range 0..3
// An unknown bound of a loop, an unknown index and an unknown divisor.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static const int square[4] = {0, 1, 4, 9};

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), s = 0;
    for (unsigned i = 0; i < n; i++)
        s += 2 * i + 1;
    assert(s == n * n && (int)s == square[n]);
    assert(12 / (n + 1) * (n + 1) == 12);
    return 0;
}
