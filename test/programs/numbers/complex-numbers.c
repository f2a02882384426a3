// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// _Complex values are pairs of floats.
#include <assert.h>

int main(void) {
    volatile double re = 1.0, im = 2.0;
    _Complex double a = re + im * 1.0i, b = 3.0 - 1.0i;
    _Complex double s = a + b;
    assert(__real__ s == 4 && __imag__ s == 1);
    _Complex double m = a - b;
    assert(__real__ m == -2 && __imag__ m == 3);
    _Complex float f = 2.0f + 0.5fi;
    assert(__imag__ f == 0.5f && s != m);
    return 0;
}
