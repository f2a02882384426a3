// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 18
// After many locals have come and gone, a pointer to one of them is still a pointer to none.
#include <stddef.h>

static int *kept;

static int count(int n) {
    int here = n;
    int *p = &here;
    if (n == 3 && !kept)
        kept = p;
    return n < 2 ? *p : count(n - 1) + count(n - 2);
}

int main(void) {
    count(23);
    return *kept;
}
