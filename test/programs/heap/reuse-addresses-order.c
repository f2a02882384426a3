// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --reuse-addresses
// levels: -O0
// A block at an old address lies where the old one lay.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *first = malloc(4), *other = malloc(4);
    uintptr_t old = (uintptr_t)first;
    int was_below = old < (uintptr_t)other;
    free(first);
    char *again = malloc(4);
    if ((uintptr_t)again == old)
        assert(((uintptr_t)again < (uintptr_t)other) == was_below);
    free(again);
    free(other);
    return 0;
}
