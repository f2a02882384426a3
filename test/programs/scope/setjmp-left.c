// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 20
// levels: -O0 -O1
// message: whose scope has ended
// In a function that calls setjmp, the variable of a block without such a call ends with it.
#include <setjmp.h>

static jmp_buf again;
static int *volatile kept;

__attribute__((noinline)) static void keep(int *p) { kept = p; }

int main(void) {
    if (setjmp(again))
        return 0;
    {
        int inner = 3;
        keep(&inner);
    }
    return *kept;
}
