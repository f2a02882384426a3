// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds line 11
// levels: -O0
// One past the end of a heap block.
#include <stdlib.h>

int main(void) {
    int *a = calloc(4, sizeof *a);
    int s = 0;
    for (int i = 0; i <= 4; i++)
        s += a[i];
    free(a);
    return s;
}
