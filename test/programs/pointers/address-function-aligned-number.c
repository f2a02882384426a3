// SPDX-License-Identifier: Apache-2.0
// The same when functions have numbers.
// expect: holds for one layout of memory
#include <assert.h>
#include <stdint.h>

__attribute__((aligned(64))) static int two(int x) { return x + 2; }
static int three(int x) { return x + 3; }
__attribute__((aligned(256))) static int four(int x) { return x + 4; }

int main(void) {
    uintptr_t product = (uintptr_t)two * 3 + (uintptr_t)four * 5;
    assert(product % 64 == 0);
    assert((uintptr_t)four * 3 % 256 == 0);
    return three(0) - 3;
}
