// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds
// levels: -O0
// message: write of 1 byte at offset 1 of a heap block of 1 byte,
// One byte is not "1 bytes".
#include <stdlib.h>

int main(void) {
    char *p = malloc(1);
    p[1] = 0;
    return 0;
}
