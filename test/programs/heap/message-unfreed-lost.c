// SPDX-License-Identifier: Apache-2.0
// expect: violated leak
// options: --prp parts/valid-memcleanup.prp
// levels: -O0
// message: a heap block of 2 bytes was not freed and nothing points to it any more
// The same, and nothing does.
#include <stdlib.h>

static char *kept;

int main(void) {
    kept = malloc(2);
    kept = 0;
    return 0;
}
