// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// Numbers that become 0 because there is nothing before the point.
#include <assert.h>

int main(void) {
    volatile double small = 0.75, negative = -0.75, zero = -0.0;
    volatile float largest = 2147483520.0f;
    assert((int)small == 0 && (unsigned)negative == 0 && (int)zero == 0 && (int)largest == 2147483520);
    return 0;
}
