// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --prp parts/unreach-call.prp
// levels: -O0
// message: also seen, not asked for: assertion
// An assertion that fails ends the program, asked for or not: nothing follows that was not searched.
#include <assert.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int x = 1;
    if (__VERIFIER_nondet_bool())
        x = 0;
    assert(x);
    if (x == 0)
        reach_error();
    return 0;
}
