// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --invariant all_bytes,address
// No number has all the bytes zero that the invariants return.
unsigned __VERIFIER_nondet_uint(void);
static unsigned n = 1;

long all_bytes(void) { return (long)(n | 1) << 32; }
void *address(void) { return (void *)(unsigned long)(n | 1); }

int main(void) { n = __VERIFIER_nondet_uint() | 256; }
