// SPDX-License-Identifier: Apache-2.0
// expect: violated invalid-free line 10
// levels: -O0
// free of a global.
#include <stdlib.h>

static char *name = (char[]){"fixed"};

int main(void) {
    free(name);
    return 0;
}
