// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Terms of different widths stand in the same place.
#include <assert.h>

enum { MOST = 6 };
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned sum = 0;
    for (;;) {
        sum += __VERIFIER_nondet_uchar() & 1;
        sum = sum > MOST ? MOST : sum;
        assert(sum <= MOST);
    }
}
