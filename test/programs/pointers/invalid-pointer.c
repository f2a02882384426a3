// SPDX-License-Identifier: Apache-2.0
// expect: violated invalid-pointer line 10
// levels: -O0
// A pointer made from a number.
#include <stdint.h>

int main(void) {
    volatile uintptr_t where = 0x7f0012345678;
    int *p = (int *)where;
    return *p;
}
