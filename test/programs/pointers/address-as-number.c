// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// levels: -O0
// A program whose way depends on the number of an address is checked for one such number.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(16);
    if ((uintptr_t)p / 16 % 7 == 3) {
        free(p);
        return 1;
    }
    free(p);
    return 0;
}
