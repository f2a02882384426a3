// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A pointer stored through one member of a union and read through another.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

union any { void *p; uintptr_t u; struct { int *q; } s; char bytes[8]; };

int main(void) {
    union any a, b;
    int *p = malloc(sizeof *p);
    *p = 4;
    a.p = p;
    b.u = a.u;
    assert(*b.s.q == 4 && b.p == p);
    for (int i = 0; i < 8; i++)
        b.bytes[i] = a.bytes[i];
    *b.s.q = 5;
    assert(*p == 5);
    free(b.p);
    return 0;
}
