// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 12
// levels: -O0
// The old block is gone after realloc moved it.
#include <stdlib.h>

int main(void) {
    int *a = malloc(4 * sizeof *a);
    a[0] = 1;
    int *b = realloc(a, 64 * sizeof *a);
    b[1] = 2;
    return a[0];
}
