// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 9
// An assertion that fails before main begins.
#include <assert.h>

static int ready;

__attribute__((constructor)) static void early(void) {
    assert(ready == 1);
}

int main(void) {
    ready = 1;
    return 0;
}
