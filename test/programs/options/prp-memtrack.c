// SPDX-License-Identifier: Apache-2.0
// expect: violated leak
// options: --prp parts/valid-memsafety.prp
// levels: -O0
// A lost block violates valid-memtrack.
#include <stdlib.h>

static void lose(void) {
    int *p = malloc(sizeof *p);
    *p = 3;
}

int main(void) {
    lose();
    return 0;
}
