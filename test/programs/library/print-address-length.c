// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// How many bytes printf has written depends on the number that was printed, which depends on where the block lies.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *block = malloc(sizeof *block), before = 0;
    int written = printf("%lu%n\n", (unsigned long)block, &before);
    assert(written == before + 1);
    int digits = 0;
    for (unsigned long n = (unsigned long)block; n; n /= 10)
        digits++;
    assert(before == digits);
    assert(printf("%30p\n", (void *)block) == 31);
    free(block);
    return 0;
}
