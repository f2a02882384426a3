// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// A pointer one past the end may be made, compared and subtracted, only not followed.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int a[3] = {1, 2, 3}, s = 0;
    for (int *p = a; p != a + 3; p++)
        s += *p;
    assert(s == 6);
    char *m = malloc(2), *end = m + 2;
    assert(end > m && end - m == 2);
    free(m);
    return 0;
}
