// SPDX-License-Identifier: Apache-2.0
// expect: holds with 0 for shifts by too much
// levels: -O0
// An unknown count may be too large.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint(), x = 1u << count;
    assert(x == 0 || (x & (x - 1)) == 0);
    return 0;
}
