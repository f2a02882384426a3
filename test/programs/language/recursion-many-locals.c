// SPDX-License-Identifier: Apache-2.0
// expect: holds
// More than a million locals whose address is taken, but never more than a few at a time.
#include <assert.h>

static void add(int *sum, int v) { *sum += v; }

static int fib(int n) {
    int sum = 0;
    if (n < 2)
        return n;
    add(&sum, fib(n - 1));
    add(&sum, fib(n - 2));
    return sum;
}

int main(void) {
    assert(fib(29) == 514229);
    return 0;
}
