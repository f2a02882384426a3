// SPDX-License-Identifier: Apache-2.0
// Readings of an unknown clock still belong together: it never goes back, and a sleep takes its time.
// expect: holds within unknown values 0..3 and 3 clock ticks
// options: --unknown clock --nondet-range 0..3
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    sleep(2);
    clock_gettime(CLOCK_MONOTONIC, &b);
    assert(b.tv_sec - a.tv_sec >= 2);
    return 0;
}
