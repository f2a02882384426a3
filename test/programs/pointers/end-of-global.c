// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// An object may begin where another one ends.
#include <assert.h>

static int first, second;

int main(void) {
    assert(&first + 1 != &second);
    return 0;
}
