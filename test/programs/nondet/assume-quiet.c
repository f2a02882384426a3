// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A failed assumption ends its run: no violation, whatever follows.
#include <assert.h>
#include <heddle.h>
extern void __VERIFIER_assume(int);

int main(void) {
    int x = heddle_choose(6);
    __VERIFIER_assume(x != 3);
    heddle_assume(x < 5);
    assert(x != 3 && x != 5);
    __VERIFIER_assume(0);
    assert(0);
    return 0;
}
