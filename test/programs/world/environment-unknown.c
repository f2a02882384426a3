// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 10
// options: --unknown environment
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *home = getenv("HOME");
    assert(getenv("HOME") == home);
    assert(!home);
    return 0;
}
