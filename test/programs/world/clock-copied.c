// SPDX-License-Identifier: Apache-2.0
// Copied, stored, converted, computed with, printed: nobody has looked at the time.
// expect: holds
#include <stdio.h>
#include <string.h>
#include <time.h>

struct stamp {
    int mark, seconds;
} stamps[2];

int main(void) {
    time_t now = time(NULL);
    struct stamp s = {'x', (int)now};
    memcpy(&stamps[0], &s, sizeof s);
    stamps[1] = stamps[0];
    double minutes = (double)stamps[1].seconds / 60;
    printf("%ld %d %.3f\n", (long)now, stamps[1].seconds + 1, minutes);
    return 0;
}
