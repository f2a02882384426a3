// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// options: --property leak
// levels: -O0
// A pointer hidden in a number is not lost: the block is freed in the end.
#include <stdint.h>
#include <stdlib.h>

static uintptr_t hidden;
static volatile int step;

int main(void) {
    int *p = malloc(4);
    hidden = (uintptr_t)p ^ 0x123456789abc;
    p = 0;
    step = 1;
    free((void *)(hidden ^ 0x123456789abc));
    return 0;
}
