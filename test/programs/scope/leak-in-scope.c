// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property leak
// levels: -O0
// What a variable in scope still points to is not lost when the program exits, even if nobody will use the variable.
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    p[0] = 1;
    exit(0);
}
