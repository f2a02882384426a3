// SPDX-License-Identifier: Apache-2.0
// The order has a name, and the macro is used in an attribute of its own.
// expect: error "structures with big-endian numbers (scalar_storage_order) are an extension of gcc's that clang does not have"
#include <assert.h>

#define NETWORK "big-endian"
#define AS_SENT __attribute__((__scalar_storage_order__(NETWORK)))

typedef struct { int value; } AS_SENT wire;

int main(void) {
    wire w = {1};
    assert(*(char *)&w == 1);
    return 0;
}
