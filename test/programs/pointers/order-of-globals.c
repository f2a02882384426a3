// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// Compilers put globals in any order.
#include <assert.h>

static int first, second;

int main(void) {
    assert(&first < &second);
    return 0;
}
