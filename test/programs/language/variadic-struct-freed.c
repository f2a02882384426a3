// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 16
// levels: -O0
// A structure passed to a variadic function must still be there.
#include <stdlib.h>

struct big { long a[4]; };

static int ignore(int n, ...) { return n; }

int main(void) {
    struct big *b = malloc(sizeof *b);
    for (int i = 0; i < 4; i++)
        b->a[i] = i;
    free(b);
    return ignore(0, *b);
}
