// SPDX-License-Identifier: Apache-2.0
// The result is not looked at, but what it tells is.
// expect: holds with empty standard input
#include <assert.h>
#include <stdio.h>

int main(void) {
    getchar();
    assert(feof(stdin));
    return 0;
}
