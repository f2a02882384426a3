// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 10
// Exactly one of many choices fails.
#include <assert.h>
#include <heddle.h>

int main(void) {
    int a = heddle_choose(7), b = heddle_choose(5);
    assert(a >= 0 && a < 7 && b >= 0 && b < 5);
    assert(a * 5 + b != 33);
    return 0;
}
