// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// Linkers let literals share their ends.
#include <assert.h>

static const char *longer = "xabc", *shorter = "abc", *other = "abd";

int main(void) {
    assert(longer + 1 != shorter && shorter != other);
    return 0;
}
