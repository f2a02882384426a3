// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// Large blocks lie above the stacks of some threads.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *block = malloc(1 << 20), local;
    assert(block < &local);
    free(block);
    return 0;
}
