// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// As far as one may.
#include <assert.h>

int main(void) {
    volatile int count = 31;
    volatile long wide = 63;
    assert(1u << count == 0x80000000u && 1ul << wide == 0x8000000000000000ul && -1 >> count == -1);
    return 0;
}
