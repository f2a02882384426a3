// SPDX-License-Identifier: Apache-2.0
// expect: holds
// More float and integer arguments than there are registers for.
#include <assert.h>

__attribute__((noinline)) static double f(int a, float b, long c, double d, char e, float f1, double g, short h,
                                          double i, double j, int k, double l, double m, double n, long o) {
    return a + b * 2 + c * 3 + d * 4 + e * 5 + f1 * 6 + g * 7 + h * 8 + i * 9 + j * 10 + k * 11 + l * 12 + m * 13 +
           n * 14 + o * 15;
}

int main(void) {
    assert(f(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1) == 120);
    assert(f(-1, 0.5f, 2, 0.25, 'a', -1, 3, 4, 5, 6, 7, 8, 9, 10, 11) ==
           -1 + 1 + 6 + 1 + 485 - 6 + 21 + 32 + 45 + 60 + 77 + 96 + 117 + 140 + 165);
    return 0;
}
