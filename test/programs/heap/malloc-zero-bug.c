// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds|null-dereference line 9
// levels: -O0
// There is nothing in a block of no bytes.
#include <stdlib.h>

int main(void) {
    char *z = malloc(0);
    z[0] = 1;
    return 0;
}
