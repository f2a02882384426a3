// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 11
// Factors of 33 bits have a product of more than 64.
#include <assert.h>

unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
    if (a < 1ul << 33 && b < 1ul << 33)
        assert((unsigned __int128)a * b >> 64 == 0);
    return 0;
}
