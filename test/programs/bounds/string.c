// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds line 11
// levels: -O0
// strcpy into a block with no room for the terminator.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = malloc(5);
    strcpy(p, "four");
    strcpy(p, "fives");
    return 0;
}
