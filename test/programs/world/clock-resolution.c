// SPDX-License-Identifier: Apache-2.0
// expect: holds with the clock at 2026-01-01 00:00:00
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec t;
    clock_getres(CLOCK_MONOTONIC, &t);
    assert(t.tv_nsec < 1000);
    return 0;
}
