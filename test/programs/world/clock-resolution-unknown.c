// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 10
// options: --unknown clock --nondet-range 1..4000
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec t;
    clock_getres(CLOCK_MONOTONIC, &t);
    assert(t.tv_nsec < 1000);
    return 0;
}
