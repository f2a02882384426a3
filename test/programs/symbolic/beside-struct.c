// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// A structure with two unknown members is handed on as one value.
#include <assert.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
struct pair {
    int x, y;
};

static struct pair made(int x, int y) { return (struct pair){x, y}; }
static int difference(struct pair p) { return p.x - p.y; }

int main(void) {
    struct pair p = made(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    __VERIFIER_assume(p.x > 0 && p.x < 100 && p.y > 0 && p.y < 100);
    assert(difference(p) != 5);
    return 0;
}
