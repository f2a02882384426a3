// SPDX-License-Identifier: Apache-2.0
// expect: holds
// __builtin_expect, __builtin_assume, __builtin_constant_p, __builtin_object_size, prefetch, assume_aligned.
#include <assert.h>
#include <stddef.h>

static int table[16];

static int f(int x) {
    if (__builtin_expect(x < 0, 0))
        return -1;
    if (__builtin_expect_with_probability(x > 10, 1, 0.9))
        return 1;
    __builtin_assume(x <= 10);
    return 0;
}

int main(void) {
    static volatile int v = 5;
    assert(f(v) == 0 && f(-v) == -1 && f(v * 3) == 1);
    assert(__builtin_constant_p(3) && __builtin_object_size(table, 0) == 64);
    __builtin_prefetch(table);
    int *p = __builtin_assume_aligned(table, 4);
    p[v] = 3;
    assert(table[5] == 3);
    return 0;
}
