// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-message: warning
#include <assert.h>
#include <complex.h>
#include <math.h>

static volatile float part[] = {1, 2, 3, -4, INFINITY, NAN, 1e30f, 1e-30f};

int main(void) {
    float complex a = __builtin_complex(part[0], part[1]), b = __builtin_complex(part[2], part[3]);
    float complex infinite = __builtin_complex(part[4], part[5]), none = __builtin_complex(part[5], part[5]);
    float complex large = __builtin_complex(part[6], part[6]), small = __builtin_complex(part[7], part[7]);
    assert(a * b == __builtin_complex(11.0f, 2.0f) && a / b == __builtin_complex(-0.2f, 0.4f));
    assert(isinf(crealf(infinite * b)) && a / infinite == 0);
    assert(isnan(crealf(none * a)) && isnan(cimagf(none / a)));
    assert(isinf(cimagf(large * large)) && large / large == 1 && small / small == 1);
    assert(isinf(crealf(a / (small * small * small))));
    return 0;
}
