// SPDX-License-Identifier: Apache-2.0
// expect: holds without reuse of addresses
// levels: -O0
// The number of a block's address that was freed, beside that of a new block: natively they are the same.
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
