// SPDX-License-Identifier: Apache-2.0
// expect: holds
// The same where it does not matter.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);
static int a[20];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() & 63;
    int *p = &a[i];
    if (i < 20)
        *p = 1;
    assert(p == &a[i]);
    assert(i < 64);
    return 0;
}
