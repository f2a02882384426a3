// SPDX-License-Identifier: Apache-2.0
// expect: violated uninitialized line 11
// options: --property uninitialized
// levels: -O0
// A branch on heap memory that was never written.
#include <stdlib.h>

int main(void) {
    int *a = malloc(2 * sizeof *a);
    a[0] = 1;
    if (a[0] == 1 && a[1] == 2)
        return 1;
    free(a);
    return 0;
}
