// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds|invalid-pointer line 14
// levels: -O0
// A whole page does not fit into a block of a page that does not begin where one does.
#include <stdint.h>
#include <stdlib.h>

#define PAGE 4096ul

int main(void) {
    char *other = malloc(PAGE);
    char *block = malloc(PAGE);
    char *page = (char *)(((uintptr_t)block + PAGE - 1) & ~(PAGE - 1));
    page[PAGE - 1] = 1;
    free(block);
    free(other);
    return 0;
}
