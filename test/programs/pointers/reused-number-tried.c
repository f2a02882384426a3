// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// options: --reuse-addresses
// levels: -O0
// The same (reused-number.c), and the address is given out again.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    uintptr_t old = (uintptr_t)malloc(8);
    free((void *)old);
    uintptr_t new = (uintptr_t)malloc(8);
    assert(old != new);
    free((void *)new);
    return 0;
}
