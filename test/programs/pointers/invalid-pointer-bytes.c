// SPDX-License-Identifier: Apache-2.0
// expect: violated invalid-pointer line 14
// levels: -O0
// A pointer whose bytes were overwritten with those of a number.
#include <string.h>

static int target = 3;

int main(void) {
    int *p = &target;
    long number = 0x5555123456789;
    int first = *p;
    memcpy(&p, &number, sizeof p);
    return first + *p;
}
