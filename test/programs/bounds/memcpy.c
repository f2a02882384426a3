// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds line 11
// levels: -O0
// memcpy that reads more than its source has.
#include <string.h>

static char from[8], to[16];

int main(void) {
    memcpy(to, from, sizeof from);
    memcpy(to, from, sizeof to);
    return 0;
}
