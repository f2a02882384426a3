// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 10
// options: --unknown rand --nondet-range 0..9
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    srand((unsigned)time(0));
    assert(rand() % 10 != 3);
    return 0;
}
