// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 15
// A compare-exchange at an unknown index, with one operand in a register of a high number: all indices count, also
// those that are near the end.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
static _Atomic int slots[50];

static void put(unsigned i, int a, int b, int c, int d, int e, int f, int g, int h, int j, int k, int value) {
    int empty = 0;
    (void)(a + b + c + d + e + f + g + h + j + k);
    __sync_val_compare_and_swap((int *)&slots[i], empty, value);

    assert(i != 49);
}

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 50);
    put(i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    return 0;
}
