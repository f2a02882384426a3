// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 9
// options: --unknown files
// There may be one.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(!system(0));
    return 0;
}
