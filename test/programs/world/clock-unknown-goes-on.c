// SPDX-License-Identifier: Apache-2.0
// expect: holds within 3 clock ticks
// options: --unknown clock
// Whatever the clock shows, it has a date, and it does not go back.
#include <assert.h>
#include <time.h>

int main(void) {
    time_t first = time(NULL), second = time(NULL);
    assert(second >= first && first >= 0);
    struct timespec moment;
    clock_gettime(CLOCK_MONOTONIC, &moment);
    assert(moment.tv_sec >= 0 && moment.tv_nsec >= 0 && moment.tv_nsec < 1000000000);
    return 0;
}
