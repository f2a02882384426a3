// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 12
// levels: -O0
// A program that runs for ever reaches a bad state after a while.
#include <assert.h>

static unsigned char state = 1;

int main(void) {
    for (;;) {
        state = state * 5 + 3;
        assert(state != 200);
    }
}
