// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds|invalid-pointer line 12
// levels: -O0
// A write to a constant is one wherever it is.
static const char letters[200] = "abcdef";
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n >= 200)
        return 0;
    *(char *)&letters[n] = 'x';
    return 0;
}
