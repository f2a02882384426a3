// SPDX-License-Identifier: Apache-2.0
// expect: violated uninitialized line 11
// options: --property uninitialized
// levels: -O0
// What a block gets in addition has no value yet.
#include <stdlib.h>

int main(void) {
    char *p = calloc(1, 4), *q = realloc(p, 8);
    p = p == q ? p : q;
    if (p[3] == p[4])
        abort();
    free(q);
    return 0;
}
