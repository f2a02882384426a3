// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Floating-point builtins that become intrinsics: fabs, sqrt, floor, ceil, trunc, round, rint, copysign, fmin, fmax, fma.
#include <assert.h>
#include <math.h>

volatile double x = -2.5, y = 9.0;
volatile float s = 1.75f;

int main(void) {
    assert(fabs(x) == 2.5 && fabsf(-s) == 1.75f);
    assert(__builtin_sqrt(y) == 3.0);
    assert(floor(x) == -3 && ceil(x) == -2 && trunc(x) == -2 && round(x) == -3 && rint(x) == -2);
    assert(floorf(s) == 1 && ceilf(s) == 2 && truncf(s) == 1 && roundf(s) == 2);
    assert(copysign(y, x) == -9.0 && fmin(x, y) == -2.5 && fmax(x, y) == 9.0);
    assert(fma(x, 2.0, y) == 4.0);
    assert(fmod(y, 4.0) == 1.0);
    return 0;
}
