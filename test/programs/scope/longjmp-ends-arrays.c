// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 20
// levels: -O0
// A variable-length array that was made after setjmp ends with the jump back.
#include <setjmp.h>

static int *kept;
static jmp_buf back;

static void fill(int n) {
    int array[n];
    array[0] = 3;
    kept = array;
    longjmp(back, 1);
}

int main(void) {
    if (setjmp(back) == 0)
        fill(2);
    return kept[0];
}
