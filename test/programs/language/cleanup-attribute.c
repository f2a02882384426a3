// SPDX-License-Identifier: Apache-2.0
// expect: holds
// The cleanup attribute runs its function at the end of the scope.
#include <assert.h>

static int cleaned;
static void clean(int *p) { cleaned += *p; }

static int f(int early) {
    __attribute__((cleanup(clean))) int a = 1;
    if (early)
        return 10;
    __attribute__((cleanup(clean))) int b = 2;
    return b + a;
}

int main(void) {
    assert(f(1) == 10 && cleaned == 1 && f(0) == 3 && cleaned == 4);
    return 0;
}
