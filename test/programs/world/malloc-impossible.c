// SPDX-License-Identifier: Apache-2.0
// Nobody has that much: no condition.
// levels: -O0
// expect: holds
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    assert(!malloc(SIZE_MAX - 100));
    return 0;
}
