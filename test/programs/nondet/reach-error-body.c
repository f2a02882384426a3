// SPDX-License-Identifier: Apache-2.0
// expect: violated reach-error
// reach_error with the body that benchmark programs give it.
#include <assert.h>

void reach_error(void) { assert(0); }
static volatile int bad = 1;

int main(void) {
    if (bad)
        reach_error();
    return 0;
}
