// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// A pointer copied byte by byte is still that pointer.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p), *q;
    *p = 6;
    const unsigned char *from = (const unsigned char *)&p;
    unsigned char *to = (unsigned char *)&q;
    for (volatile unsigned i = 0; i < sizeof p; i++)
        to[i] = from[i];
    assert(q == p && *q == 6);
    *q = 7;
    assert(*p == 7);
    free(q);
    return 0;
}
