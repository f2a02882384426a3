// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// no-message: no run
// An assertion without a condition stands where nobody should come: that nobody does is what it says.
#include <assert.h>
#include <heddle.h>
int main(void) {
    int kind = heddle_choose(2), n = 0;
    switch (kind) {
    case 0: n = 1; break;
    case 1: n = 2; break;
    default:
        assert(0 && "no such kind");
    }
    if (n == 0)
        assert(!"never");
    assert(n > 0 && n < 3);
    return 0;
}
