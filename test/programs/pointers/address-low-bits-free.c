// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-message: layout
// What the alignment says needs no address: low bits, masks, tags in them.
#include <assert.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

static alignas(64) char line[64];

int main(void) {
    int *p = malloc(40);
    assert(((uintptr_t)p & 15) == 0 && (uintptr_t)p % 8 == 0 && (uintptr_t)line % 64 == 0);
    uintptr_t word = (uintptr_t)p | 5;
    assert((word & 7) == 5);
    *(int *)(word & ~(uintptr_t)7) = 1;
    assert(*p == 1 && ((uintptr_t)&p[1] & 7) == 4);
    free(p);
    return 0;
}
