// SPDX-License-Identifier: Apache-2.0
// expect: error "structures with big-endian numbers (scalar_storage_order) are an extension of gcc's that clang does not have"
// message: parts/big_endian\.h:4:
#include <assert.h>

#include "../parts/big_endian.h"

int main(void) {
    struct wire w = {1};
    assert(*(char *)&w == 1);
    return 0;
}
