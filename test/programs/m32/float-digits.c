// SPDX-License-Identifier: Apache-2.0
// expect: holds with float and double rounded after each operation
// options: -m32
// levels: -O0
// Code with x87 instructions keeps more digits, and the sum is another number there.
#include <assert.h>

int main(void) {
    volatile float c = 1.0f;
    assert(0.1f * c + 0.2f * c == 0.3f * c + 0.0f);
    return 0;
}
