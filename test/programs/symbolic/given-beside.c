// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// levels: -O0
// An unknown value against one that the world gives: both are numbers.
#include <assert.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    assert(n != getpid());
    return 0;
}
