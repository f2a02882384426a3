// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-message: warning
#include <assert.h>
#include <complex.h>
#include <math.h>

static volatile long double part[] = {1, 2, 3, -4, INFINITY, NAN, 0x1p16000L, 0x1p-16000L};

int main(void) {
    long double complex a = __builtin_complex(part[0], part[1]), b = __builtin_complex(part[2], part[3]);
    long double complex infinite = __builtin_complex(part[4], part[5]), none = __builtin_complex(part[5], part[5]);
    long double complex large = __builtin_complex(part[6], part[6]), small = __builtin_complex(part[7], part[7]);
    assert(a * b == __builtin_complex(11.0L, 2.0L) && a * b / b == a);
    assert(isinf(creall(infinite * b)) && a / infinite == 0);
    assert(isnan(creall(none * a)) && isnan(cimagl(none / a)));
    assert(isinf(cimagl(large * large)) && large / large == 1 && small / small == 1);
    return 0;
}
