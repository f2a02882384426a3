// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// One that was checked, and one that is masked, are not.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint(), other = __VERIFIER_nondet_uint();
    if (count < 32)
        assert(1u << count != 0);
    assert(1u << (other & 31) != 0);
    return 0;
}
