// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2 -O3
// An algorithm of some size: quicksort and binary search on generated numbers.
#include <assert.h>

enum { N = 40 };
static int a[N];

static void sort(int *p, int n) {
    if (n < 2)
        return;
    int pivot = p[n / 2], i = 0, j = n - 1;
    for (;; i++, j--) {
        while (p[i] < pivot)
            i++;
        while (p[j] > pivot)
            j--;
        if (i >= j)
            break;
        int t = p[i];
        p[i] = p[j];
        p[j] = t;
    }
    sort(p, i);
    sort(p + i, n - i);
}
static int find(int key) {
    int low = 0, high = N - 1;
    while (low <= high) {
        int mid = low + (high - low) / 2;
        if (a[mid] == key)
            return mid;
        if (a[mid] < key)
            low = mid + 1;
        else
            high = mid - 1;
    }
    return -1;
}

int main(void) {
    unsigned seed = 7;
    for (int i = 0; i < N; i++) {
        seed = seed * 1103515245 + 12345;
        a[i] = (int)(seed >> 16 & 0x3ff);
    }
    int wanted = a[11];
    sort(a, N);
    for (int i = 1; i < N; i++)
        assert(a[i - 1] <= a[i]);
    assert(a[find(wanted)] == wanted && find(5000) == -1);
    return 0;
}
