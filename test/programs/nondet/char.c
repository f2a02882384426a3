// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// All 256 values of the 8-bit types, with their sign.
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int c = __VERIFIER_nondet_char();
    assert(c >= -128 && c <= 127);
    int u = __VERIFIER_nondet_uchar();
    assert(u >= 0 && u <= 255);
    return 0;
}
