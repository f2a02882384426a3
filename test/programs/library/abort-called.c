// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 10
// abort is the end of a program that found itself broken.
#include <stdlib.h>

static volatile int broken = 1;

int main(void) {
    if (broken)
        abort();
    return 0;
}
