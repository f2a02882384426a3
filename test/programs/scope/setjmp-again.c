// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2
// longjmp into a block that has ended since; and out of a block, which is entered again.
#include <assert.h>
#include <setjmp.h>

static jmp_buf inside, outside;
static volatile int turns, total;

__attribute__((noinline)) static void add(volatile int *p) { ++*p; }

static void enters(void) {
    turns = 0;
    {
        volatile int inner;
        int jumped = setjmp(inside);
        inner = jumped;
        add(&inner);
        total += inner;
    }
    if (turns++ == 0)
        longjmp(inside, 5);
}

static void leaves(void) {
    turns = 0;
    int jumped = setjmp(outside);
    {
        volatile int inner = jumped;
        add(&inner);
        total += inner;
        if (turns++ < 2)
            longjmp(outside, 1);
    }
}

int main(void) {
    enters();
    assert(total == 1 + 6);
    leaves();
    assert(total == 7 + 1 + 2 + 2);
    return 0;
}
