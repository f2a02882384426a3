// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --nondet-range 1..3
// message: unknown values 1..3
// Where values are tried, they decide the truth as well.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    assert(__VERIFIER_nondet_int());
    return 0;
}
