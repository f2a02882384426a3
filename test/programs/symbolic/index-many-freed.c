// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 17
// Wherever it points to, the block is gone.
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char *block = calloc(400, 1);
    unsigned n = __VERIFIER_nondet_uint();
    if (!block || n >= 400)
        return 0;
    char *p = &block[n];
    int before = *p;
    *p = 1;
    free(block);
    return *p - before;
}
