// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// The larger one of two signed bytes may be negative.
#include <assert.h>

signed char __VERIFIER_nondet_char(void);
static signed char c;

int main(void) {
    c = __VERIFIER_nondet_char();
    __atomic_fetch_max(&c, __VERIFIER_nondet_char(), __ATOMIC_SEQ_CST);
    assert(c >= 0);
    return 0;
}
