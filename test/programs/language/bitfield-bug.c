// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 12
// A signed field of three bits cannot hold 4.
#include <assert.h>

struct flags { int mode : 3; unsigned rest : 29; };
volatile int four = 4;

int main(void) {
    struct flags f = {0, 0};
    f.mode = four;
    assert(f.mode == 4);
    return 0;
}
