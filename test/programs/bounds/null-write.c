// SPDX-License-Identifier: Apache-2.0
// expect: violated null-dereference line 17
// levels: -O0
// A write through a null pointer that a function returned.
#include <stddef.h>

static int *find(int *a, int n, int key) {
    for (int i = 0; i < n; i++)
        if (a[i] == key)
            return &a[i];
    return NULL;
}

int main(void) {
    int a[] = {1, 2, 3};
    *find(a, 3, 2) = 7;
    *find(a, 3, 2) = 8;
    return 0;
}
