// SPDX-License-Identifier: Apache-2.0
// expect: unknown "setjmp"
// levels: -O0
// setjmp is not supported yet and says so.
#include <setjmp.h>

static jmp_buf here;

int main(void) {
    if (setjmp(here))
        return 1;
    longjmp(here, 1);
}
