// SPDX-License-Identifier: Apache-2.0
// expect: violated invariant
// options: --invariant never_nine,never_nine_there
// What an invariant reads lies at an unknown place.
enum { N = 60 };
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char table[N], *p, n;

int never_nine(void) { return !p || *p != 9; }
int never_nine_there(void) { return n >= N || table[n] != 9; }

int main(void) {
    n = __VERIFIER_nondet_uchar();
    if (n >= N)
        return 0;
    p = &table[n];
    *p = 9;
    p = 0;
    return 0;
}
