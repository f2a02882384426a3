// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// Elementwise and saturating builtins of clang, on scalars and vectors.
#include <assert.h>

typedef int v4 __attribute__((vector_size(16)));
volatile int big = 2000000000, neg = -2000000000;

int main(void) {
    assert(__builtin_elementwise_add_sat(big, big) == 2147483647);
    assert(__builtin_elementwise_sub_sat(neg, big) == -2147483647 - 1);
    assert(__builtin_elementwise_max(big, neg) == 2000000000 && __builtin_elementwise_min(big, neg) == -2000000000);
    assert(__builtin_elementwise_abs(neg) == 2000000000);
    v4 a = {1, -2, 3, -4}, b = {0, 0, 9, -9};
    v4 m = __builtin_elementwise_max(a, b);
    assert(m[0] == 1 && m[1] == 0 && m[2] == 9 && m[3] == -4);
    assert(__builtin_reduce_add(a) == -2 && __builtin_reduce_max(b) == 9 && __builtin_reduce_xor(b) == (9 ^ -9));
    return 0;
}
