// SPDX-License-Identifier: Apache-2.0
// expect: error "structures with big-endian numbers (scalar_storage_order) are an extension of gcc's that clang does not have"
// message: big-endian-pragma\.c:6:
#include <assert.h>

# pragma scalar_storage_order big-endian
struct wire { int value; };
#pragma scalar_storage_order default

int main(void) {
    struct wire w = {1};
    assert(*(char *)&w == 1);
    return 0;
}
