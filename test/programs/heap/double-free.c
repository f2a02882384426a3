// SPDX-License-Identifier: Apache-2.0
// expect: violated double-free line 12
// levels: -O0
// The same block freed twice, through two pointers.
#include <stdlib.h>

int main(void) {
    char *p = malloc(8), *q = p;
    free(p);
    p = malloc(8);
    free(p);
    free(q);
    return 0;
}
