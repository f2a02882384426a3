// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 10
// An 8-bit sum wraps around.
#include <assert.h>

volatile unsigned char a = 200, b = 100;

int main(void) {
    unsigned char sum = a + b;
    assert(sum > 100);
    return 0;
}
