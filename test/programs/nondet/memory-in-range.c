// SPDX-License-Identifier: Apache-2.0
// With a range, words are of the range.
// expect: violated assertion line 14
// options: --nondet-range 0..5
#include <assert.h>
#include <stddef.h>

void __VERIFIER_nondet_memory(void *, size_t);

int main(void) {
    int a[2] = {0};
    __VERIFIER_nondet_memory(a, sizeof a);
    assert(a[0] >= 0 && a[0] <= 5);
    assert(a[1] != 5);
    return 0;
}
