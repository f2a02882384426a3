// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 10
// options: --property leak
// levels: -O0
// The variable still points to the block when the assertion fails.
#include <assert.h>
#include <stdlib.h>

static void check(const char *p) {
    assert(p == NULL);
}

int main(void) {
    char *p = malloc(4);
    check(p);
    free(p);
    return 0;
}
