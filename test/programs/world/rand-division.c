// SPDX-License-Identifier: Apache-2.0
// A division can fail, so what it divides by is looked at.
// expect: holds with rand's own sequence
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("%d\n", 100 / (rand() % 7));
    return 0;
}
