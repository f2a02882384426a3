// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 18
// levels: -O0 -O2 -O3
// The last element is wrong, whether the loop was vectorised or not.
#include <assert.h>

enum { N = 35 };
static int a[N];

__attribute__((noinline)) static void fill(int *p, int n) {
    for (int i = 0; i < n; i++)
        p[i] = i ^ 1;
}

int main(void) {
    fill(a, N);
    for (int i = 0; i < N; i++)
        assert(a[i] < N);
    return 0;
}
