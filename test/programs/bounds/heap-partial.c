// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds line 10
// levels: -O0
// An access that begins inside the block and ends outside.
#include <stdlib.h>

int main(void) {
    char *p = malloc(6);
    *(int *)(p + 2) = 1;
    *(int *)(p + 3) = 1;
    return 0;
}
