// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// malloc(0) may be freed; two live blocks differ.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *z = malloc(0);
    free(z);
    char *a = malloc(1), *b = malloc(1);
    assert(a != b && a != NULL && b != NULL);
    free(a);
    free(b);
    return 0;
}
