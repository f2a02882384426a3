// SPDX-License-Identifier: Apache-2.0
// expect: holds with 0 for shifts by too much
// levels: -O0
// The same as shift-too-far.c, with 128 bits.
#include <assert.h>

int main(void) {
    volatile int count = 128;
    assert((unsigned __int128)1 << count == 0);
    return 0;
}
