// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 12
// A switch over a truth: each case is asked once.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned y = __VERIFIER_nondet_uint();
    switch (y != 0) {
    case 0: return 1;
    case 1: assert(!y);
    }
    return 0;
}
