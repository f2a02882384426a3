// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 15
// The same mean value, where the sum has lost its carry.
#include <assert.h>

typedef unsigned __int128 wide;
unsigned long __VERIFIER_nondet_ulong(void);

static unsigned long mean(unsigned long a, unsigned long b) {
    return (unsigned long)((wide)(a + b) >> 1);
}

int main(void) {
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
    assert(mean(a, b) == (a & b) + ((a ^ b) >> 1));
    return 0;
}
