// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 11
// Both values of a boolean are tried.
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int n = 0;
    for (int i = 0; i < 3; i++)
        n += __VERIFIER_nondet_bool();
    assert(n != 3);
    return 0;
}
