// SPDX-License-Identifier: Apache-2.0
// expect: holds
// What was shifted by an unknown number does not stand for any number, and is not taken for it.
unsigned char __VERIFIER_nondet_uchar(void);
unsigned long __VERIFIER_nondet_ulong(void);
_Bool __VERIFIER_nondet_bool(void);
static unsigned long g;

int main(void) {
    g = 3ul << (__VERIFIER_nondet_uchar() & 63);
    for (;;)
        if (__VERIFIER_nondet_bool())
            g = __VERIFIER_nondet_ulong();
}
