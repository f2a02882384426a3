// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property uninitialized
// levels: -O0
// Padding and unwritten members may be copied; only a use of them counts.
#include <assert.h>
#include <stdlib.h>

struct mixed { char c; long l; int unused; };

int main(void) {
    struct mixed *a = malloc(sizeof *a), b;
    a->c = 1;
    a->l = 2;
    b = *a;
    *a = b;
    assert(a->c == 1 && b.l == 2);
    free(a);
    return 0;
}
