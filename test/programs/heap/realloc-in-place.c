// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 9
// A block that gets smaller usually stays where it is.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(64), *q = realloc(p, 32);
    assert(q != p);
    free(q);
    return 0;
}
