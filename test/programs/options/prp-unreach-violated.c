// SPDX-License-Identifier: Apache-2.0
// expect: violated reach-error line 18
// options: --prp parts/unreach-call.prp
// levels: -O0
// The named property is violated in a run without the other faults.
#include <assert.h>
#include <stdlib.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    char *p = malloc(1);
    if (__VERIFIER_nondet_bool())
        free(p);
    if (__VERIFIER_nondet_bool())
        assert(0);
    free(p);
    reach_error();
    return 0;
}
