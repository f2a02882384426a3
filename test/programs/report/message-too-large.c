// SPDX-License-Identifier: Apache-2.0
// expect: violated null-dereference
// levels: -O0
// message: write through a null pointer \(allocations of more than 1 GiB return NULL here, and there was one\)
// A program that does not expect malloc to fail is told why it did.
#include <stdlib.h>

int main(void) {
    char *p = malloc((size_t)3 << 30);
    p[0] = 1;
    return 0;
}
