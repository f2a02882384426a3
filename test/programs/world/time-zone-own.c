// SPDX-License-Identifier: Apache-2.0
// A zone that the program has set is no condition.
// expect: holds
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    time_t zero = 0;
    struct tm date;
    setenv("TZ", "UTC0", 1);
    tzset();
    assert(localtime_r(&zero, &date) && date.tm_hour == 0);
    return 0;
}
