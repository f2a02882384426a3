// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 16
// options: --prp parts/valid-memsafety.prp
// levels: -O0
// Memory safety decides; reaching an error function does not.
#include <stdlib.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    char *p = malloc(1);
    *p = 1;
    if (__VERIFIER_nondet_bool())
        reach_error();
    free(p);
    return *p;
}
