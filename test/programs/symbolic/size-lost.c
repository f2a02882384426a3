// SPDX-License-Identifier: Apache-2.0
// expect: violated leak
// options: --property leak
// The same: one of them is lost.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 4 || n > 100000)
        return 0;
    int *a = malloc(n * sizeof *a), *z = calloc(n, sizeof *z);
    if (!a || !z)
        abort();
    a[3] = 4;
    assert(a[3] == 4 && z[3] == 0 && z[n > 6 ? 6 : 2] == 0);
    for (unsigned i = 0; i < n && i < 8; i++)
        a[i] = (int)i;
    memcpy(z, a, 4 * sizeof *a);
    for (unsigned i = 0; i < n && i < 8; i++)
        assert(a[i] == (int)i && z[i] == (i < 4 ? (int)i : 0));
    if (n == 6)
        a[5] = 7;
    free(a);
    return 0;
}
