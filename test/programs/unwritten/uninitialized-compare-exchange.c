// SPDX-License-Identifier: Apache-2.0
// expect: violated uninitialized line 13
// options: --property uninitialized
// levels: -O0
// The expected value of a compare-exchange must have been written.
#include <stdatomic.h>

static int target;
static _Atomic(int *) p = &target;

int main(void) {
    int *expected;
    return atomic_compare_exchange_strong(&p, &expected, (int *)0);
}
