// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 14
// levels: -O0
// The smallest number stays negative; it is the only one.
#include <assert.h>

__int128 __VERIFIER_nondet_int128(void);

int main(void) {
    __int128 x = __VERIFIER_nondet_int128();
    unsigned __int128 turned = -(unsigned __int128)x;
    __int128 size = x < 0 ? (__int128)turned : x;
    assert(size >= 0 || (size << 1) == 0);
    assert(size >= 0);
    return 0;
}
