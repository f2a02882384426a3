// SPDX-License-Identifier: Apache-2.0
// expect: violated reach-error line 9
// __VERIFIER_error is an error function too.
extern void __VERIFIER_error(void) __attribute__((noreturn));
static volatile int bad = 1;

int main(void) {
    if (bad)
        __VERIFIER_error();
    return 0;
}
