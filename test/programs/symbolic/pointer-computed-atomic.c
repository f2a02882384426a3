// SPDX-License-Identifier: Apache-2.0
// expect: unknown "is needed as a number, and it can be too many"
// levels: -O0
// The same for a read-modify-write.
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    int *p = (int *)(__VERIFIER_nondet_ulong() * 3 + 1);
    int v = __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST);
    return v > 1000;
}
