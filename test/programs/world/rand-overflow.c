// SPDX-License-Identifier: Apache-2.0
// Where overflow is looked for, a sum is a look.
// expect: holds with rand's own sequence
// options: --property overflow
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("%d\n", rand() % 100 + 1);
    return 0;
}
