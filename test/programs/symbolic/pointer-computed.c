// SPDX-License-Identifier: Apache-2.0
// expect: unknown "is needed as a number, and it can be too many"
// levels: -O0
// Where a pointer leads that was computed from an unknown number nobody knows; not to the bytes that describe how it was computed.
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    int *p = (int *)(__VERIFIER_nondet_ulong() * 3 + 1);
    int v = *p;
    return v > 1000;
}
