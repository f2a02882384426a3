// SPDX-License-Identifier: Apache-2.0
// expect: unknown "address"
// message: pointers/address-as-number\.c:11
// levels: -O0
// A program whose way depends on the number of an address gets an honest answer.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(16);
    if ((uintptr_t)p / 16 % 7 == 3)
        return 1;
    free(p);
    return 0;
}
