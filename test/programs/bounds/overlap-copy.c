// SPDX-License-Identifier: Apache-2.0
// expect: violated invalid-pointer line 9
// levels: -O0 -O2
// options: -m32
// message: overlaps
// Making room in an array with memcpy, where only memmove will do.
#include <string.h>

__attribute__((noinline)) static void make_room(int *a, size_t n) { memcpy(a + 1, a, n * sizeof *a); }

int main(void) {
    int a[8] = {1, 2, 3};
    volatile size_t n = 3;
    make_room(a, n);
    return a[1] - 1;
}
