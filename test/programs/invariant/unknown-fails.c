// SPDX-License-Identifier: Apache-2.0
// expect: violated invariant
// options: --invariant is_fair
// The invariant itself fails, for some of the numbers that a value can be.
int __VERIFIER_nondet_int(void);
static int n = 1;

int is_fair(void) { return n < 100 || 5000 / (n - 200) != n; }

int main(void) { n = __VERIFIER_nondet_int(); }
