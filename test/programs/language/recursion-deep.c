// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// A few thousand frames are no problem.
#include <assert.h>

static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }

int main(void) {
    assert(depth(3000) == 3000);
    return 0;
}
