// SPDX-License-Identifier: Apache-2.0
// The same copies; one of them is looked at in the end.
// expect: holds with the clock at 2026-01-01 00:00:00
#include <assert.h>
#include <string.h>
#include <time.h>

struct stamp {
    char pad;
    int seconds;
} stamps[2];

int main(void) {
    struct stamp s = {'x', (int)time(NULL)};
    memcpy(&stamps[0], &s, sizeof s);
    stamps[1] = stamps[0];
    double minutes = (double)stamps[1].seconds / 60;
    assert(minutes > 0);
    return 0;
}
