// SPDX-License-Identifier: Apache-2.0
// expect: violated overflow line 11
// options: --property overflow
// levels: -O0
// The smallest int divided by -1 traps on the processor.
#include <limits.h>

static volatile int min = INT_MIN, minus = -1;

int main(void) {
    return min / minus;
}
