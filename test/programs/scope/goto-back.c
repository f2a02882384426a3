// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A jump back over a declaration does not leave the block: in C it is the same variable, and gets its new value there.
#include <assert.h>

int main(void) {
    int turns = 0, *p = 0;
again:;
    int x = turns;
    if (turns++ == 0)
        p = &x;
    else
        assert(*p == 1);
    if (turns < 2)
        goto again;
    return x - 1;
}
