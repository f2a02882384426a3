// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 9
// levels: -O0
// The section of an atomic function ends with the function, not before.
extern void __VERIFIER_atomic_end(void);
static int x;
static void __VERIFIER_atomic_set(void) {
    x = 1;
    __VERIFIER_atomic_end();
}
int main(void) {
    __VERIFIER_atomic_set();
    return x;
}
