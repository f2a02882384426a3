// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Numbers up to 10 stand for those up to 9.
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);
_Bool __VERIFIER_nondet_bool(void);
static unsigned n;

static void choose(unsigned most) {
    n = __VERIFIER_nondet_uint();
    if (n > most)
        exit(0);
}

int main(void) {
    choose(10);
    while (__VERIFIER_nondet_bool()) {
        assert(n <= 10);
        choose(9);
    }
    return 0;
}
