// SPDX-License-Identifier: Apache-2.0
// expect: holds with 0 for shifts by too much
// levels: -O0
// Undefined: a real machine takes the count modulo 32.
#include <assert.h>

int main(void) {
    volatile int count = 32;
    assert(1 << count == 0);
    return 0;
}
