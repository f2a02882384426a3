// SPDX-License-Identifier: Apache-2.0
// expect: holds with 0 for floating-point numbers that fit no integer
// levels: -O0
// Undefined: a real machine has another number.
#include <assert.h>

int main(void) {
    volatile double large = 1e20, negative = -1;
    assert((int)large == 0 && (unsigned char)negative == 0);
    return 0;
}
