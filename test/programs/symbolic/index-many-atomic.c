// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds line 11
// An atomic counter of many, at an unknown index that may be one too large.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
static _Atomic int counters[50];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i <= 50);
    counters[i]++;
    return 0;
}
