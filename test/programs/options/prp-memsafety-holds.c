// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --prp parts/valid-memsafety.prp
// levels: -O0
// A failing assertion and an error function are no memory faults.
#include <assert.h>
#include <stdlib.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int *p = malloc(sizeof *p);
    *p = __VERIFIER_nondet_bool();
    int v = *p;
    free(p);
    if (__VERIFIER_nondet_bool())
        assert(v == 1);
    else
        reach_error();
    return 0;
}
