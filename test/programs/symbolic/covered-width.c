// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// Twelve unknown bits do not stand for sixteen in the same place.
#include <assert.h>

unsigned short __VERIFIER_nondet_ushort(void);
_Bool __VERIFIER_nondet_bool(void);
static unsigned short n;

int main(void) {
    n = __VERIFIER_nondet_ushort() & 0xfff;
    while (__VERIFIER_nondet_bool()) {
        assert(n < 4096);
        n = __VERIFIER_nondet_ushort();
    }
    return 0;
}
