// SPDX-License-Identifier: Apache-2.0
// expect: unknown "known only through a number"
// options: --property leak
// levels: -O0
// A block whose address is hidden in a number when the program ends is not lost for sure.
#include <stdint.h>
#include <stdlib.h>

static uintptr_t hidden;
static volatile int step;

int main(void) {
    int *p = malloc(4);
    hidden = (uintptr_t)p ^ 0x123456789abc;
    p = 0;
    step = 1;
    return 0;
}
