// SPDX-License-Identifier: Apache-2.0
// What is in it nobody knows, so all that fits is tried.
// expect: violated assertion line 10
// options: --unknown environment
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *home = getenv("HOME");
    assert(!home || home[0] != '/' || home[1] != 'x');
    return 0;
}
