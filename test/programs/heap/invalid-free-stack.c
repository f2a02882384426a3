// SPDX-License-Identifier: Apache-2.0
// expect: violated invalid-free line 10
// levels: -O0
// free of a local.
#include <stdlib.h>

int main(void) {
    int local = 1;
    int *volatile p = &local;
    free(p);
    return 0;
}
