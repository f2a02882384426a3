// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -m32 -msse2
// levels: -O0
// The same with SSE2, which has no more digits than the type.
#include <assert.h>

int main(void) {
    volatile float c = 1.0f;
    assert(0.1f * c + 0.2f * c == 0.3f * c + 0.0f);
    return 0;
}
