// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 9
// options: --unknown stdin
#include <assert.h>
#include <stdio.h>

int main(void) {
    int c = getchar();
    assert(c != 'x');
    return 0;
}
