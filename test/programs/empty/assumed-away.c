// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// message: ^no run reaches the end of the program: 1 ended at an assumption that does not hold$
// message: ^no run reaches the assertion at empty/assumed-away\.c:12$
// Everything holds where nothing is left.
#include <assert.h>
#include <heddle.h>
int main(void) {
    int x = heddle_choose(1);
    heddle_assume(x > 0);
    assert(x == 7);
    return 0;
}
