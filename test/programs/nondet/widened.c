// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --nondet-range 255..258
// levels: -O0
// One byte of an unknown value, stored as an int, is that byte.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
static unsigned wide;

int main(void) {
    int x = __VERIFIER_nondet_int();
    wide = ((unsigned char *)&x)[0];
    assert(wide < 256 && wide == (unsigned)(x & 255));
    return 0;
}
