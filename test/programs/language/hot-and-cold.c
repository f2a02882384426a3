// SPDX-License-Identifier: Apache-2.0
// expect: holds
// gcc takes functions that are hot and cold, and ignores one of both.
#include <assert.h>

__attribute__((flatten, hot, cold)) static int two(void) { return 2; }
static int three(void) __attribute__((__cold__, __noinline__));
__attribute__((__hot__)) static int three(void) { return 3; }
__attribute__((cold)) static int four(void) { return 4; }

int main(void) {
    int cold = 5; // no attribute
    assert(two() + three() + four() + cold == 14);
    return 0;
}
