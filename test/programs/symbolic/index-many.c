// SPDX-License-Identifier: Apache-2.0
// expect: holds
// An index that can be one of hundreds is not tried value by value.
#include <assert.h>

enum { N = 300 };
unsigned __VERIFIER_nondet_uint(void);
static int table[N];

int main(void) {
    for (int i = 0; i < N; i++)
        table[i] = 2 * i;
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    if (n >= N || m >= N)
        return 0;
    assert(table[n] == (int)(2 * n));
    table[n] = 7;
    assert(table[m] == (int)(2 * m) || (m == n && table[m] == 7));
    return 0;
}
