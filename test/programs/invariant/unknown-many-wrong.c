// SPDX-License-Identifier: Apache-2.0
// expect: violated invariant
// options: --invariant is_counted,is_small
// That nobody knows whether one invariant holds does not hide another one, nor does the search end there.
unsigned __VERIFIER_nondet_uint(void);
static unsigned n, m;

int is_counted(void) {
    unsigned ones = 0;
    for (int i = 0; i < 12; i++)
        if (n >> i & 1)
            ones += i;
    return ones <= 66;
}

int is_small(void) { return m < 5; }

int main(void) {
    n = __VERIFIER_nondet_uint();
    m += n & 3;
    m += n & 3;
}
