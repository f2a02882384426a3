// SPDX-License-Identifier: Apache-2.0
// expect: violated invalid-free
// A number that lies where a heap has its blocks, but at none of them, is no null pointer when it is
// freed.
#include <stdint.h>
#include <stdlib.h>

static volatile uint64_t wide = 0x56e0ddf090e0;
static volatile uintptr_t rest;

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    rest = (uintptr_t)p % 61;
    if (rest < 61)
        free((void *)wide);
    free(p);
    return 0;
}
