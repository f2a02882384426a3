// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds line 12
// An old pointer is good for what the block still has, if the block has stayed.
#include <stdlib.h>

int main(void) {
    char *p = calloc(1, 8), *q = realloc(p, 4);
    if (p != q) {
        free(q);
        return 0;
    }
    return p[3] + p[4];
}
