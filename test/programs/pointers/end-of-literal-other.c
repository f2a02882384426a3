// SPDX-License-Identifier: Apache-2.0
// expect: holds
// These have different ends.
#include <assert.h>

static const char *longer = "xabc", *other = "abd";

int main(void) {
    assert(longer + 1 != other && longer != other);
    return 0;
}
