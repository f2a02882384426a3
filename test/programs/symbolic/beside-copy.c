// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// Bytes of one value lie beside bytes of the same value.
#include <assert.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y;
    unsigned char bytes[4];
    memcpy(bytes, &x, 4);
    memmove(bytes + 1, bytes, 3);
    memcpy(&y, bytes, 4);
    assert(y != 0x03020101);
    return 0;
}
