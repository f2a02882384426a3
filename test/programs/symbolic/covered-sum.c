// SPDX-License-Identifier: Apache-2.0
// expect: holds
// An endless sum of unknown even numbers: after two of them there is nothing new.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);
_Bool __VERIFIER_nondet_bool(void);
static unsigned total;

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        total += 2 * __VERIFIER_nondet_uint();
        assert(total % 2 == 0);
    }
    return 0;
}
