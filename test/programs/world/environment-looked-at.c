// SPDX-License-Identifier: Apache-2.0
// expect: holds with an empty environment
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(!getenv("HOME"));
    return 0;
}
