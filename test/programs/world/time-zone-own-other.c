// SPDX-License-Identifier: Apache-2.0
// The hour is 9, which the machine cannot tell.
// expect: unknown "local time in a time zone other than UTC"
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    time_t zero = 0;
    setenv("TZ", "JST-9", 1);
    assert(localtime(&zero)->tm_hour == 0);
    return 0;
}
