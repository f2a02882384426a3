// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// Without --property leak a lost block is no violation.
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    p[0] = 1;
    p = malloc(8);
    free(p);
    return 0;
}
