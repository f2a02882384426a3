// SPDX-License-Identifier: Apache-2.0
// expect: holds with an empty environment and no files but those given
#include <assert.h>
#include <time.h>

int main(void) {
    struct tm date = {.tm_year = 70, .tm_mday = 1};
    assert(mktime(&date) == 0);
    return 0;
}
