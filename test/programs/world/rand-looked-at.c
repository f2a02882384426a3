// SPDX-License-Identifier: Apache-2.0
// The first number of glibc's sequence for the time's seed is not 3: both are conditions.
// expect: holds with rand's own sequence and the clock at 2026-01-01 00:00:00
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    srand((unsigned)time(0));
    assert(rand() % 10 != 3);
    return 0;
}
