// SPDX-License-Identifier: Apache-2.0
// expect: violated leak
// options: --property leak,uninitialized
// levels: -O0
// Several properties in one list.
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    if (*p)
        p = NULL;
    return p != NULL;
}
