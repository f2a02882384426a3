// SPDX-License-Identifier: Apache-2.0
// expect: unknown "__VERIFIER_nondet_double"
// options: --data stop
// levels: -O0
// The same for a floating-point value.
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double d = __VERIFIER_nondet_double();
    return d > 0.5;
}
