// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 14
// levels: -O0
// message: makes char#2 \(8 bytes\) at the address of char#1
// options: --reuse-addresses
// A new block may have the address of an old one. The old pointer is only compared.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *old = malloc(8);
    free(old);
    char *new = malloc(8);
    assert(old != new);
    free(new);
    return 0;
}
