// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Blocks that are there at the same time are different wherever they lie.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *first = malloc(8), *second = malloc(8);
    assert(first != second && first + 8 != second);
    free(first);
    free(second);
    return 0;
}
