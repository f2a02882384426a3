// SPDX-License-Identifier: Apache-2.0
// expect: violated invalid-free|use-after-free|double-free line 10
// levels: -O0
// realloc of a freed block.
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    free(p);
    p = realloc(p, 16);
    return p != 0;
}
