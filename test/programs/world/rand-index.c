// SPDX-License-Identifier: Apache-2.0
// An index is a look: it is an address.
// expect: holds with rand's own sequence
#include <stdlib.h>

static int table[16];

int main(void) {
    table[rand() % 16]++;
    return 0;
}
