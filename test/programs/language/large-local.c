// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-message: stacks
// levels: -O0
// One of them has room.
#include <assert.h>

static int last(int n) {
    volatile char bytes[5 << 20];
    bytes[0] = (char)n;
    return n == 0 ? bytes[0] : last(n - 1);
}

int main(void) {
    assert(last(0) == 0);
    return 0;
}
