// SPDX-License-Identifier: Apache-2.0
// expect: violated null-dereference
// options: --malloc-may-fail
// levels: -O0
// An index that was computed from an unknown number, of a block that malloc has refused.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned at = __VERIFIER_nondet_uint() % 4;
    int *p = malloc(4 * sizeof *p);
    p[at] = 1;
    free(p);
    return 0;
}
