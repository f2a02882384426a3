// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 15
// The address is computed before the index is looked at: what lies outside counts, as long as nothing is accessed there.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);
static int a[20];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() & 63;
    int *p = &a[i];
    if (i < 20)
        *p = 1;
    assert(p == &a[i]);
    assert(i != 50);
    return 0;
}
