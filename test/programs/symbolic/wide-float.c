// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 16
// levels: -O0
// A float of 32 bits has not all numbers of 128, but small ones come back.
#include <assert.h>

unsigned __int128 __VERIFIER_nondet_uint128(void);
float __VERIFIER_nondet_float(void);

int main(void) {
    float f = __VERIFIER_nondet_float();
    unsigned __int128 x = __VERIFIER_nondet_uint128();
    if (f >= 0 && f < 16777216)
        assert((__int128)f == (int)f);
    if ((float)x < 1000)
        assert(x < 999);
    return 0;
}
