// SPDX-License-Identifier: Apache-2.0
// expect: violated uninitialized line 18
// options: --property uninitialized
// levels: -O0
// A structure travels in a register with one member unwritten; using the other one is fine.
#include <assert.h>

struct pair { int a, b; };

static int first(struct pair p) { return p.a; }
static int second(struct pair p) { return p.b; }

int main(void) {
    struct pair p;
    p.a = 1;
    assert(first(p) == 1);
    int b = second(p);
    if (b == 0)
        return 0;
    return 1;
}
