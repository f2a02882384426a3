// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A precision ends the text before what is written begins: the two do not overlap.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[32] = "hello";
    sprintf(b + 5, "x%.5s", b);
    assert(strcmp(b, "helloxhello") == 0);
    char c[8] = "abc";
    snprintf(c, sizeof c, "%.0s", c);
    assert(c[0] == '\0');
    return 0;
}
