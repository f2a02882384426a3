// SPDX-License-Identifier: Apache-2.0
// expect: violated invalid-free line 10
// levels: -O0
// free of a pointer into the middle of a block.
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    p += 4;
    free(p);
    return 0;
}
