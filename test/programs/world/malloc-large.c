// SPDX-License-Identifier: Apache-2.0
// levels: -O0
// expect: holds with malloc of at most 1 GiB
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(((size_t)1 << 30) + 1);
    if (!p)
        return 0;
    assert(0);
}
