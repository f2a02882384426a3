// SPDX-License-Identifier: Apache-2.0
// expect: holds
// In every memory these are different.
#include <assert.h>

static int first[2], second[2];

int main(void) {
    assert(&first[0] != &second[0] && &first[1] != &second[0] && first != second);
    return 0;
}
