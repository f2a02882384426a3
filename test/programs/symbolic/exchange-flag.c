// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 15
// A flag that is exchanged if it is not set, and is what an unknown number says.
#include <assert.h>
#include <stdatomic.h>

unsigned __VERIFIER_nondet_uint(void);
static _Atomic _Bool flag;

int main(void) {
    _Bool expected = 0;
    flag = __VERIFIER_nondet_uint();
    if (atomic_compare_exchange_strong(&flag, &expected, 1))
        return 0;
    assert(expected == 0);
    return 0;
}
