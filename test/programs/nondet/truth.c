// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Unknown values of every type, asked only whether they are zero: two cases each, and no value is needed. The answer is the
// same for all copies and for ever.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void *__VERIFIER_nondet_pointer(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);

static int copy;
static unsigned seen;

int main(void) {
    int x = __VERIFIER_nondet_int();
    copy = x;
    bool b = copy;
    assert(b == !!x);
    if (x)
        assert(copy && b);
    else
        assert(copy == 0 && x + 3 == 3);
    unsigned long u = __VERIFIER_nondet_ulong();
    if (u > 0)
        assert(u != 0);
    if (__VERIFIER_nondet_short())
        seen |= 1;
    void *p = __VERIFIER_nondet_pointer();
    assert(p != NULL || !p);
    double d = __VERIFIER_nondet_double();
    if (d == 0)
        assert(1 / d > 1 || 1 / d < -1);
    float f = __VERIFIER_nondet_float();
    if (f)
        assert(f != 0);
    while (__VERIFIER_nondet_int())
        seen |= 2;
    return 0;
}
