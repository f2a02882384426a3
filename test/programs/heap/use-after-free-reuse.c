// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 13
// levels: -O0
// A dangling pointer does not become valid when the memory is allocated again.
#include <stdlib.h>

int main(void) {
    int *old = malloc(sizeof *old);
    *old = 1;
    free(old);
    int *new = malloc(sizeof *new);
    *new = 2;
    *old = 3;
    int r = *new;
    free(new);
    return r;
}
