// SPDX-License-Identifier: Apache-2.0
// It is written as by anybody else.
// expect: violated out-of-bounds
#include <assert.h>
#include <stddef.h>

void __VERIFIER_nondet_memory(void *, size_t);

int main(void) {
    int a[2];
    __VERIFIER_nondet_memory(a, sizeof a + 1);
    return 0;
}
