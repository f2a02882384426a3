// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Static locals keep their value, and each function has its own.
#include <assert.h>

static int count(void) {
    static int n = 5;
    return n++;
}
static int other(void) {
    static int n;
    return ++n;
}

int main(void) {
    assert(count() == 5 && count() == 6 && other() == 1 && count() == 7 && other() == 2);
    return 0;
}
