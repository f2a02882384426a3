// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 13
// options: --nondet-range 0..2
// Two calls give two independent values.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int get(void) { return __VERIFIER_nondet_int(); }

int main(void) {
    int x = get();
    int y = get();
    assert(x == y);
    return 0;
}
