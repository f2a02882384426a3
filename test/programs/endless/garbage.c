// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// Blocks that nothing points to any more do not make states differ.
#include <stdlib.h>

static int *last;

int main(void) {
    for (;;) {
        last = malloc(sizeof *last);
        *last = 1;
    }
}
