// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 10
// message: x \+ y == 7
// The message names the expression that failed.
#include <assert.h>

static volatile int x = 3, y = 5;

static void check(void) {
    assert(x + y == 7);
}

int main(void) {
    check();
    return 0;
}
