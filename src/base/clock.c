// SPDX-License-Identifier: Apache-2.0
#include "base/base.h"

#include <stdlib.h>
#include <time.h>

double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void clock_date(Text *out) {
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    long long given = fixed ? strtoll(fixed, &end, 10) : 0;
    bool is_given = fixed && *fixed && !*end && given >= 0;
    time_t now = is_given ? (time_t)given : time(NULL);
    struct tm date;
    char text[64];
    if (!gmtime_r(&now, &date) || date.tm_year > 9999 - 1900)
        gmtime_r(&(time_t){0}, &date);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &date);
    text_add(out, "%s", text);
}
