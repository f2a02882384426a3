// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Two threads sort 6 unknown numbers: in order, and none is lost.
#include <assert.h>
#include <pthread.h>

enum { N = 6 };

int __VERIFIER_nondet_int(void);
static int a[N];

static void sort(int *at, int n) {
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && at[j - 1] > at[j]; j--) {
            int t = at[j];
            at[j] = at[j - 1];
            at[j - 1] = t;
        }
}

static void *first_half(void *arg) {
    sort(a, N / 2);
    return arg;
}

static void merge(const int *from, int *to) {
    int i = 0, j = N / 2;
    for (int k = 0; k < N; k++)
        to[k] = j == N || (i < N / 2 && from[i] <= from[j]) ? from[i++] : from[j++];
}

int main(void) {
    pthread_t t;
    int sorted[N];
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        sum += (unsigned)(a[i] = __VERIFIER_nondet_int());
    pthread_create(&t, NULL, first_half, NULL);
    sort(a + N / 2, N - N / 2);
    pthread_join(t, NULL);
    merge(a, sorted);
    for (int i = 1; i < N; i++)
        assert(sorted[i - 1] <= sorted[i]);
    for (int i = 0; i < N; i++)
        sum -= (unsigned)sorted[i];
    assert(sum == 0);
}
