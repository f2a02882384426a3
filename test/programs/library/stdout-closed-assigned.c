// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 9
// printf writes to the stream that was assigned to stdout, though it is closed.
#include <stdio.h>

int main(void) {
    FILE *f = fopen("out", "w");
    stdout = f;
    fclose(f), printf("lost\n");
    return 0;
}
