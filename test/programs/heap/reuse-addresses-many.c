// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 18
// options: --reuse-addresses
// Thousands of blocks that nobody remembers are of no interest; the one that is remembered may come back.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *volatile old = malloc(40);
    free(old);
    for (int i = 0; i < 20000; i++)
        free(malloc(4));
    for (int i = 0; i < 100; i++) {
        free(malloc(8));
        free(malloc(12));
    }
    int *volatile new = malloc(40);
    assert(new != old);
    return 0;
}
