// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 16
// The number of an address is compared with that of an element at an unknown place.
#include <assert.h>
#include <stdint.h>

unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char a[40];
static volatile uintptr_t key = 0x12345;

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n >= 40)
        return 0;
    uintptr_t third = (uintptr_t)&a[3] * key - (uintptr_t)&a[0] * (key - 1) - 3 * (key - 1);
    assert((uintptr_t)&a[n] != third);
    return 0;
}
