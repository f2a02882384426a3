// SPDX-License-Identifier: Apache-2.0
// expect: unknown "out-of-bounds"
// options: --prp parts/unreach-call.prp
// levels: -O0
// message: --property out-of-bounds asks for it
// A table that is one entry too small: what the program does from there on is anybody's guess, and the error may be in it.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static unsigned char seen[4];

int main(void) {
    for (int i = 0; i <= 4; i++)
        seen[i] = 1;
    if (!seen[3])
        reach_error();
    return 0;
}
