// SPDX-License-Identifier: Apache-2.0
// expect: unknown "null pointer"
// options: --prp parts/unreach-call.prp
// levels: -O0
// message: --property null-dereference
// message: also seen, not asked for: null-dereference
// What follows a fault that was not asked for is undefined: it was not searched, and that cannot be "holds".
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
