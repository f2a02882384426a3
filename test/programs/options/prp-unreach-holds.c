// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --prp parts/unreach-call.prp
// levels: -O0
// message: null-dereference
// Another fault ends its run and is mentioned, but does not decide.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int *p = 0, x = 1;
    if (__VERIFIER_nondet_bool())
        x = *p;
    if (x == 0)
        reach_error();
    return 0;
}
