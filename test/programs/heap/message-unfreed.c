// SPDX-License-Identifier: Apache-2.0
// expect: violated leak
// options: --prp parts/valid-memcleanup.prp
// levels: -O0
// message: a heap block of 1 byte was not freed( \(|, at| \[)
// What must be freed by the end is told as such; something still points to it.
#include <stdlib.h>

static char *kept;

int main(void) {
    kept = malloc(1);
    return 0;
}
