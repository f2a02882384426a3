// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3
// Variable length arrays, in one and two dimensions, in loops and as parameters.
#include <assert.h>

static int diagonal(int n, int m[n][n]) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += m[i][i];
    return s;
}
static int fill(int n) {
    int m[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i][j] = i * n + j;
    assert(sizeof m == n * n * sizeof(int));
    return diagonal(n, m);
}

int main(void) {
    assert(fill(2) == 0 + 3);
    assert(fill(3) == 0 + 4 + 8);
    int total = 0;
    for (int n = 1; n < 5; n++) {
        char a[n];
        for (int i = 0; i < n; i++)
            a[i] = i;
        total += a[n - 1];
    }
    assert(total == 0 + 1 + 2 + 3);
    return 0;
}
