// SPDX-License-Identifier: Apache-2.0
// expect: holds
// longjmp back into blocks that were left since; their variables are where they were.
#include <assert.h>
#include <setjmp.h>

static jmp_buf again;
static volatile int turns;

static void add(volatile int *p) { ++*p; }

int main(void) {
    volatile int total = 0;
    for (int i = 0; i < 2; i++) {
        volatile int inner = 0;
        add(&inner);
        if (setjmp(again) == 0) {
            volatile int deep = 1;
            add(&deep);
            total += deep;
            if (turns++ < 1)
                longjmp(again, 1);
        } else {
            add(&inner);
            total += 10;
        }
        total += inner;
    }
    assert(total == 2 + 10 + 2 + 2 + 1);
    return 0;
}
