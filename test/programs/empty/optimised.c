// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O2
// no-message: no run
// In optimised code runs come by an assertion without a branch, so nothing is said of those.
#include <assert.h>
#include <heddle.h>
static int check(int x) {
    assert(x >= 0);
    return x + 1;
}
int main(void) {
    int x = heddle_choose(3);
    int n = check(x);
    assert(n > 0);
    return check(n) == 0;
}
