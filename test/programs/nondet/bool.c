// SPDX-License-Identifier: Apache-2.0
// expect: holds
// __VERIFIER_nondet_bool is 0 or 1.
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
    assert(a == 0 || a == 1);
    assert((a ^ b) == (a != b));
    return 0;
}
