// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// A program that runs for ever in finitely many states.
#include <assert.h>

static unsigned char state = 1;

int main(void) {
    for (;;) {
        unsigned char before = state;
        state = before * 5 + 3;
        assert((before ^ state) & 1);
    }
}
