// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --invariant has_looked
// What an invariant has asked and been told is not known to the program, whose answers it does not spoil.
#include <assert.h>

int __VERIFIER_nondet_int(void);
static int n, low[4];

int has_looked(void) {
    int is_low = n >= 0 && n < 4 && low[n] == 0;
    return n > 7 ? !is_low : n != 7 || n % 7 == 0;
}

int main(void) {
    n = __VERIFIER_nondet_int();
    if (n == 7)
        return 0;
    if (n > 7)
        return 0;
    if (n >= 0 && n < 4)
        assert(low[n] == 0);
}
