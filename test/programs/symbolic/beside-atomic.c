// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// The second half of what an atomic load gives is unknown, too.
#include <assert.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);
struct pair {
    int x, y;
};
static _Atomic struct pair shared;

int main(void) {
    shared = (struct pair){__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    struct pair found = shared;
    assert(found.y != 7);
    return 0;
}
