// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// Pages: what lies in one, and the first byte of one. A block as large as two has a whole one in it.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#define PAGE 4096ul
static char arena[3 * PAGE];

static char *first_page(char *p) { return (char *)(((uintptr_t)p + PAGE - 1) & ~(PAGE - 1)); }

int main(void) {
    char *page = first_page(arena);
    assert((uintptr_t)page % PAGE == 0 && page >= arena && page + PAGE <= arena + sizeof arena);
    page[0] = 1;
    page[PAGE - 1] = 2;
    char *block = malloc(2 * PAGE), *inside = first_page(block);
    inside[PAGE - 1] = 3;
    assert(((uintptr_t)&inside[7] & ~(PAGE - 1)) == (uintptr_t)inside);
    free(block);
    int sum = 0;
    for (unsigned i = 0; i < sizeof arena; i++)
        sum += arena[i];
    assert(sum == 3);
    return 0;
}
