// SPDX-License-Identifier: Apache-2.0
// expect: unknown
// options: --invariant is_counted
// levels: -O0
// An invariant that can go on in very many ways.
unsigned __VERIFIER_nondet_uint(void);
static unsigned n;

int is_counted(void) {
    unsigned ones = 0;
    for (int i = 0; i < 12; i++)
        if (n >> i & 1)
            ones += i;
    return ones <= 66;
}

int main(void) { n = __VERIFIER_nondet_uint(); }
