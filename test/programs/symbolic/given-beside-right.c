// SPDX-License-Identifier: Apache-2.0
// expect: holds with process 1000
// levels: -O0
// An unknown value against one that the world gives, which is looked at.
#include <assert.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > getpid())
        assert(n > 1000);
    return 0;
}
