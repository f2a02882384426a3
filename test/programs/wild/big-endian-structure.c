// SPDX-License-Identifier: Apache-2.0
// expect: error "structures with big-endian numbers (scalar_storage_order) are an extension of gcc's that clang does not have"
// message: big-endian-structure\.c:7:
// no-message: holds
#include <assert.h>

struct __attribute__((packed, scalar_storage_order("big-endian"))) wire { int value; };

int main(void) {
    struct wire w = {1};
    assert(*(char *)&w == 1);
    return 0;
}
