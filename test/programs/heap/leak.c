// SPDX-License-Identifier: Apache-2.0
// expect: violated leak
// options: --property leak
// levels: -O0
// The only pointer to a block is overwritten.
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    p[0] = 1;
    p = malloc(8);
    free(p);
    return 0;
}
