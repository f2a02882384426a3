// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// message: ^no run reaches the end of the program: \d+ ended at an assumption that does not hold$
// message: ^no run reaches the assertion at wild/harness-contradiction\.c:20$
// A harness whose assumptions contradict each other: the function under test was never called.
#include <assert.h>
#include <heddle.h>

static int middle(int low, int high) { return low + (high - low) / 2; }

int main(void) {
    int low = heddle_choose(4), high = heddle_choose(4);
    heddle_assume(low < high);
    int length = high - low;
    if (low > 0)
        heddle_assume(high < low);
    else
        heddle_assume(length > 3);
    assert(middle(low, high) == low);
    return 0;
}
