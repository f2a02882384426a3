// SPDX-License-Identifier: Apache-2.0
// expect: violated null-dereference
// levels: -O0
// message: write through a null pointer, at
// No allocation has anything to do with this.
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    free(p);
    p = 0;
    p[0] = 1;
    return 0;
}
