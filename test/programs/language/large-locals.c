// SPDX-License-Identifier: Apache-2.0
// expect: holds with stacks of more than 8 MiB
// levels: -O0
// A real machine has no such stack, unless somebody has asked for it.
#include <assert.h>

static int last(int n) {
    volatile char bytes[5 << 20];
    bytes[0] = (char)n;
    return n == 0 ? bytes[0] : last(n - 1);
}

int main(void) {
    assert(last(1) == 0);
    return 0;
}
