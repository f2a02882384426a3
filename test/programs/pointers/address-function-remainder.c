// SPDX-License-Identifier: Apache-2.0
// As a remainder, and cut off, too. (Of a function that it knows, clang's optimiser says that it is a multiple of 4.)
// expect: holds for one layout of memory
#include <assert.h>
#include <stdint.h>

static int two(int x) { return x + 2; }
static int three(int x) { return x + 3; }
static int (*volatile known[])(int) = {two, three};

int main(void) {
    struct {
        unsigned low : 1;
    } bits = {(unsigned)(uintptr_t)known[1] & 1};
    assert((uintptr_t)known[0] % 2 == 0 && !bits.low);
    return 0;
}
