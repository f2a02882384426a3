// SPDX-License-Identifier: Apache-2.0
// expect: holds with 0 for shifts by too much
// levels: -O0
// The same as shift-unknown.c, with 128 bits.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned __int128 x = (unsigned __int128)1 << __VERIFIER_nondet_uchar();
    assert(x == 0 || (x & (x - 1)) == 0);
    return 0;
}
