// SPDX-License-Identifier: Apache-2.0
// expect: unknown "no room to give it one"
// No number of a region is a multiple of this alignment: the block has none, rather than one that
// is not aligned.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#define ALIGNMENT ((size_t)1 << 26)

int main(void) {
    void *p;
    if (posix_memalign(&p, ALIGNMENT, 17))
        return 1;
    volatile uintptr_t scaled = (uintptr_t)p * 31; // the compiler cannot see that it is the same
    assert(scaled / 31 % ALIGNMENT == 0);
    free(p);
    return 0;
}
