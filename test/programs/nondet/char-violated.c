// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 9
// One value of 256 is wrong.
#include <assert.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char c = __VERIFIER_nondet_char();
    assert(c != -77);
    return 0;
}
