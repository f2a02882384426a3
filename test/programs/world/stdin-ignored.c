// SPDX-License-Identifier: Apache-2.0
// "Press return": nobody cares what was typed.
// expect: holds
#include <stdio.h>

int main(void) {
    printf("press return\n");
    getchar();
    getchar();
    return 0;
}
