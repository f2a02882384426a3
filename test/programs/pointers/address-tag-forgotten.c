// SPDX-License-Identifier: Apache-2.0
// expect: violated invalid-pointer line 16
// Whoever follows a pointer with a tag in its high bits is nowhere.
#include <stdint.h>
#include <stdlib.h>

#define TAG (5ull << 48)

int main(void) {
    int *p = malloc(sizeof *p);
    uint64_t word = (uint64_t)p | TAG;
    *(int *)(word & ~TAG) = 1;
    if (*p != 1)
        return 1;
    int *q = (int *)word;
    return *q;
}
