// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 9
// But nobody has promised it, not even when the size is the same.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(64), *q = realloc(p, 64);
    assert(q == p);
    free(q);
    return 0;
}
