// SPDX-License-Identifier: Apache-2.0
// expect: violated overflow line 14
// options: --property overflow
// message: the smallest number divided by -1
// levels: -O0
// The smallest number has no counterpart.
__int128 __VERIFIER_nondet_int128(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    __int128 x = __VERIFIER_nondet_int128(), d = __VERIFIER_nondet_int();
    if (d == 0)
        return 0;
    return x / d == 5;
}
