// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 11
// Functions registered with atexit run in reverse order, also after exit(); the last one fails.
#include <assert.h>
#include <stdlib.h>

static int n;

static void first(void) {
    assert(n == 2);
    assert(n == 99);
}
static void second(void) {
    assert(n == 1);
    n = 2;
}

int main(void) {
    atexit(first);
    atexit(second);
    n = 1;
    exit(0);
}
