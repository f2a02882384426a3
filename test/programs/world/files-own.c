// SPDX-License-Identifier: Apache-2.0
// A file that the program makes itself is no condition.
// expect: holds
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *f = fopen("log", "w");
    assert(f);
    fputs("text", f);
    fclose(f);
    assert(fopen("log", "r"));
    return 0;
}
