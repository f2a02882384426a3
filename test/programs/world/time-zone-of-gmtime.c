// SPDX-License-Identifier: Apache-2.0
// What is about UTC depends on no time zone, nor do dates without one.
// expect: holds
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
    time_t day = 86400;
    struct tm date = *gmtime(&day);
    char text[32];
    assert(date.tm_mday == 2 && timegm(&date) == day);
    assert(strftime(text, sizeof text, "%F %T", &date) && strcmp(text, "1970-01-02 00:00:00") == 0);
    assert(strcmp(asctime(&date), "Fri Jan  2 00:00:00 1970\n") == 0);
    return 0;
}
