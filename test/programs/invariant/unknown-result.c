// SPDX-License-Identifier: Apache-2.0
// expect: violated invariant
// options: --invariant low_byte
// Only the bytes that the invariant returns count, of an unknown value too.
unsigned __VERIFIER_nondet_uint(void);
static unsigned n = 1;

char low_byte(void) { return (char)n; }

int main(void) { n = __VERIFIER_nondet_uint() | 256; }
