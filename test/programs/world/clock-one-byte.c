// SPDX-License-Identifier: Apache-2.0
// One byte of it is looked at.
// expect: holds with the clock at 2026-01-01 00:00:00
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    unsigned char *p = (unsigned char *)&t;
    assert(p[0] == 1000 % 256);
    return 0;
}
