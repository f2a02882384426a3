// SPDX-License-Identifier: Apache-2.0
// expect: violated overflow line 13
// options: --property overflow
// levels: -O0
// Sums of numbers of 64 bits fit in 128; one with a number as wide does not.
__int128 __VERIFIER_nondet_int128(void);
long __VERIFIER_nondet_long(void);

int main(void) {
    __int128 a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
    __int128 all = a + b + a - b;
    __int128 x = __VERIFIER_nondet_int128();
    return all + x == 7;
}
