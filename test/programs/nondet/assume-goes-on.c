// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 12
// An assumption that holds changes nothing: what comes after it is looked at.
#include <assert.h>
#include <heddle.h>

static volatile int x;

int main(void) {
    heddle_assume(x == 0);
    x = 1;
    assert(x == 0);
    return 0;
}
