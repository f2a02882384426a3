// SPDX-License-Identifier: Apache-2.0
// expect: violated invariant
// options: --invariant is_fine
// Of all ways through the invariant, the last one is wrong, for one number.
unsigned __VERIFIER_nondet_uint(void);
static unsigned n;

static unsigned weight(unsigned x) {
    switch (x) {
    case 0: return 0;
    case 1: return 2;
    default: return x > 6 ? 3 * x - 5 : x;
    }
}

int is_fine(void) {
    unsigned sum = 0;
    for (unsigned i = 0; i < (n & 7); i++)
        sum += weight(i);
    return n < 1000 || sum < 22 || n % 1000 != 7;
}

int main(void) { n = __VERIFIER_nondet_uint(); }
