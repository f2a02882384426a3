// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// A number computed from an address does no harm while nothing depends on it.
#include <stdint.h>
#include <stdlib.h>

static uintptr_t hash;

int main(void) {
    char *p = malloc(16);
    hash = (uintptr_t)p * 31 >> 3;
    free(p);
    return 0;
}
