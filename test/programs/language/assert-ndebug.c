// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 13
// options: -DNDEBUG
// assert is switched off by NDEBUG, heddle_assert is not.
#include <assert.h>
#include <heddle.h>

static volatile int x = 1;

int main(void) {
    assert(x == 2);
    heddle_assert(x == 1);
    heddle_assert(x == 3);
    return 0;
}
