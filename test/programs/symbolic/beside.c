// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Unknown values side by side that are loaded as one, with nothing, a number, zeros and a narrow value behind them.
#include <assert.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);
unsigned short __VERIFIER_nondet_ushort(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    union {
        struct {
            unsigned low, high;
        } half;
        unsigned short quarter[4];
        unsigned char byte[8];
        unsigned long whole;
    } u = {0};
    unsigned low = __VERIFIER_nondet_uint(), high = __VERIFIER_nondet_uint();
    unsigned short quarter = __VERIFIER_nondet_ushort();
    unsigned char byte = __VERIFIER_nondet_uchar();
    u.half.low = low;
    assert(u.whole == low);
    u.half.high = high;
    assert(u.whole == (low | (unsigned long)high << 32));
    u.half.high = 5;
    assert(u.whole == (low | 5ul << 32));
    u.whole = 0;
    u.quarter[0] = quarter;
    u.quarter[2] = quarter;
    assert(u.whole == (quarter | (unsigned long)quarter << 32));
    u.whole = quarter;
    u.byte[7] = byte;
    assert(u.whole == (quarter | (unsigned long)byte << 56));
    u.byte[2] = byte;
    assert(u.half.low == (quarter | (unsigned)byte << 16));
    return 0;
}
