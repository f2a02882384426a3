// SPDX-License-Identifier: Apache-2.0
// A machine with more memory has it.
// expect: violated assertion line 10
// options: --unknown malloc
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(((size_t)1 << 30) + 1);
    assert(!p);
    return 0;
}
