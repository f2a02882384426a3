// SPDX-License-Identifier: Apache-2.0
// expect: holds with float and double rounded after each operation
// options: -m32
// levels: -O0
// x87 may keep digits of a long long that a double has no room for.
#include <assert.h>

int main(void) {
    volatile long long n = (1LL << 53) + 1;
    double d = 9007199254740992.0;
    assert((double)n == d);
    return 0;
}
