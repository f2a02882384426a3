// SPDX-License-Identifier: Apache-2.0
// The second number may be any.
// expect: violated assertion line 12
#include <assert.h>
#include <stddef.h>

void __VERIFIER_nondet_memory(void *, size_t);

int main(void) {
    int a[2] = {0};
    __VERIFIER_nondet_memory(a, sizeof a);
    assert(a[1] != 0x12345);
    return 0;
}
