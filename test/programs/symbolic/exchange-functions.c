// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Read-modify-write operations that are no plain arithmetic, on unknown values.
#include <assert.h>

signed char __VERIFIER_nondet_char(void);
unsigned __VERIFIER_nondet_uint(void);
static unsigned u;
static signed char c;

int main(void) {
    c = __VERIFIER_nondet_char();
    signed char d = __VERIFIER_nondet_char(), was = __atomic_fetch_max(&c, d, __ATOMIC_SEQ_CST);
    assert(c >= was && c >= d && (c == was || c == d));
    was = __atomic_fetch_min(&c, (signed char)-5, __ATOMIC_SEQ_CST);
    assert(c <= -5 && c <= was);
    u = __VERIFIER_nondet_uint();
    unsigned x = __VERIFIER_nondet_uint(), v = __atomic_fetch_nand(&u, x, __ATOMIC_SEQ_CST);
    assert(u == ~(v & x));
    v = __atomic_fetch_max(&u, 7u, __ATOMIC_SEQ_CST);
    assert(u >= 7 && u >= v);
    return 0;
}
