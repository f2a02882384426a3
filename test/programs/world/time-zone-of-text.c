// SPDX-License-Identifier: Apache-2.0
// %s is the only conversion that asks for the zone itself; the others take what the date says.
// expect: holds with an empty environment and no files but those given
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
    struct tm date = {.tm_year = 70, .tm_mday = 1};
    char text[8];
    strftime(text, sizeof text, "%s", &date);
    assert(strcmp(text, "0") == 0);
    return 0;
}
