// SPDX-License-Identifier: Apache-2.0
// expect: violated reach-error
// options: --prp parts/unreach-call.prp
// A call of reach_error counts also when the program defines it.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));

void reach_error(void) { __assert_fail("0", "prp-unreach-body.c", 7, "reach_error"); }
static volatile int bad = 1;

int main(void) {
    if (bad)
        reach_error();
    return 0;
}
