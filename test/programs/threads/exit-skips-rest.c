// SPDX-License-Identifier: Apache-2.0
// expect: holds
// exit and _Exit end the program; nothing after them runs, and a non-zero code is no violation.
#include <assert.h>
#include <heddle.h>
#include <stdlib.h>

static void never(void) { assert(0); }

int main(void) {
    int how = heddle_choose(3);
    if (how == 0)
        exit(3);
    atexit(never);
    if (how == 1)
        _Exit(4);
    _Exit(5);
    assert(0);
}
