// SPDX-License-Identifier: Apache-2.0
// expect: violated uninitialized line 13
// options: --property uninitialized
// levels: -O0
// A value of which only one byte was written.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    p[0] = 1;
    int i = *(int *)p;
    if (i == 1)
        return 0;
    return 1;
}
