// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -m32
// levels: -O0
// Every int is a double: nothing to keep.
#include <assert.h>

int main(void) {
    volatile int n = 7;
    double d = 7.0;
    assert((double)n == d);
    return 0;
}
