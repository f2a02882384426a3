// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// options: -m32
// Blocks that are aligned to more than the regions in which they lie: their numbers are multiples,
// and they do not overlap.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#define ALIGNMENT (1u << 18)

// The compiler cannot see that it is the same number.
static uintptr_t number_of(void *p) {
    volatile uint64_t scaled = (uint64_t)(uintptr_t)p * 31;
    return (uintptr_t)(scaled / 31);
}

int main(void) {
    void *large, *small, *plain;
    if (posix_memalign(&large, 4 * ALIGNMENT, 17 + 31) || !(plain = malloc(17)) ||
        posix_memalign(&small, ALIGNMENT, 17))
        return 1;
    uintptr_t a = number_of(large), b = number_of(small), c = number_of(plain);
    assert(a % (4 * ALIGNMENT) == 0 && b % ALIGNMENT == 0);
    assert((a + 48 < b || b + 17 < a) && (a + 48 < c || c + 17 < a) && (b + 17 < c || c + 17 < b));
    free(large);
    free(small);
    free(plain);
    return 0;
}
