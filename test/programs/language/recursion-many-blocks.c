// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property leak
// Blocks are allocated and freed in a recursion, which has no loop.
#include <assert.h>
#include <stdlib.h>

static int fib(int n) {
    int *v = malloc(sizeof *v);
    if (!v)
        return 0;
    *v = n < 2 ? n : fib(n - 1) + fib(n - 2);
    int result = *v;
    free(v);
    return result;
}

int main(void) {
    assert(fib(22) == 17711);
    return 0;
}
