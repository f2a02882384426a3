// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --reuse-addresses
// Two living blocks never have the same address; a reused one is fresh memory and can be freed once.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *old[3], *new[3];
    for (int i = 0; i < 3; i++) {
        old[i] = malloc(8);
        memset(old[i], 'x', 8);
    }
    for (int i = 0; i < 3; i++)
        free(old[i]);
    for (int i = 0; i < 3; i++) {
        new[i] = calloc(2, 4);
        assert(new[i][7] == 0);
        for (int k = 0; k < i; k++)
            assert(new[i] != new[k]);
    }
    for (int i = 0; i < 3; i++)
        free(new[i]);
    return 0;
}
