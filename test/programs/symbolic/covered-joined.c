// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A value of one byte, and one that was joined of two, stand in the same place.
#include <assert.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
static volatile int tick;
static volatile unsigned n;

static unsigned two(void) {
    unsigned char bytes[2] = {__VERIFIER_nondet_uchar() | 1, __VERIFIER_nondet_uchar()};
    unsigned short v;
    memcpy(&v, bytes, 2);
    return v;
}

int main(void) {
    unsigned x = two();
    for (;;) {
        tick = 1 - tick;
        assert(x < 1u << 16 && x % 2 == 1);
        n = x;
        x = __VERIFIER_nondet_bool() ? __VERIFIER_nondet_uchar() | 1u : two();
    }
}
