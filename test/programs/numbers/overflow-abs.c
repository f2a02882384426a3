// SPDX-License-Identifier: Apache-2.0
// expect: violated overflow line 10
// options: --property overflow
// The absolute value of the smallest number does not fit.
#include <limits.h>
#include <stdlib.h>

static int distance(volatile int *p) {
    int v = *p;
    return abs(v);
}

int main(void) {
    volatile int v = 5;
    int sum = distance(&v);
    v = -7;
    sum += distance(&v);
    v = INT_MIN;
    return sum + distance(&v);
}
