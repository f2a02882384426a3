// SPDX-License-Identifier: Apache-2.0
// Functions need not be aligned: whether the lowest bit of one is free depends on the layout.
// expect: holds for one layout of memory
#include <assert.h>
#include <stdint.h>

static int two(int x) { return x + 2; }

int main(void) {
    uintptr_t tagged = (uintptr_t)two | 1;
    assert(tagged != (uintptr_t)two);
    assert(((int (*)(int))(tagged & ~(uintptr_t)1))(1) == 3);
    return 0;
}
