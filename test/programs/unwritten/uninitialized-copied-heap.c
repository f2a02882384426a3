// SPDX-License-Identifier: Apache-2.0
// expect: violated uninitialized line 16
// options: --property uninitialized
// levels: -O0
// Copying a structure on the heap copies which of its bytes were written.
#include <stdlib.h>

struct pair { int a, b; };

int main(void) {
    struct pair *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    p->a = 1;
    *q = *p;
    if (q->a != 1)
        return 1;
    if (q->b == 0)
        return 2;
    return 0;
}
