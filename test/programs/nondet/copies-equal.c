// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --nondet-range=-2..4
// Copies of one unknown value stay equal, wherever they were put.
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);

struct box { long a; int b; };
static int stored;

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x;
    stored = y;
    struct box s = {__VERIFIER_nondet_long(), x}, t;
    memcpy(&t, &s, sizeof t);
    long copy = t.a;
    if (x == 3) {
        assert(y == 3);
        assert(stored == 3 && t.b == 3 && s.b == 3);
    } else {
        assert(y != 3 && stored != 3);
    }
    if (s.a < 0)
        assert(copy < 0 && t.a < 0);
    return 0;
}
