// SPDX-License-Identifier: Apache-2.0
// But it cannot be used here.
// levels: -O0
// expect: unknown "write of a block of more than 1 GiB"
// options: --unknown malloc
#include <stdlib.h>

int main(void) {
    char *p = calloc(3, (size_t)1 << 30);
    if (p)
        p[5] = 1;
    free(p);
    return 0;
}
