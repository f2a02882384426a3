// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Function pointers in globals that change while the program runs.
#include <assert.h>

static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*current)(void) = one;
static int (*history[2])(void);

int main(void) {
    history[0] = current;
    assert(current() == 1);
    current = two;
    history[1] = current;
    assert(current() == 2 && history[0]() + history[1]() == 3);
    current = history[0];
    assert(current == one && current() == 1);
    return 0;
}
