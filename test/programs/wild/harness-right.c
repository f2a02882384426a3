// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 16
// levels: -O0
// The same with assumptions that leave something: the assertion is wrong.
#include <assert.h>
#include <heddle.h>

static int middle(int low, int high) { return low + (high - low) / 2; }

int main(void) {
    int low = heddle_choose(4), high = heddle_choose(4);
    heddle_assume(low < high);
    int length = high - low;
    if (low > 0)
        heddle_assume(length < 3);
    assert(middle(low, high) == low);
    return 0;
}
