// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3
// In optimised code a variable of a loop has one address for all turns, which may be computed before the loop.
#include <assert.h>
#include <pthread.h>

__attribute__((noinline)) static void fill(int *p, int n) {
    for (int i = 0; i < n; i++)
        p[i] = i;
}

__attribute__((noinline)) static void *sum(void *arg) {
    int *p = arg, s = 0;
    for (int i = 0; i < 4; i++)
        s += p[i];
    p[0] = s;
    return 0;
}

int main(void) {
    int total = 0;
    for (int turn = 0; turn < 3; turn++) {
        int a[4];
        fill(a, 4);
        if (turn == 1) {
            pthread_t t;
            pthread_create(&t, 0, sum, a);
            pthread_join(t, 0);
        } else {
            sum(a);
        }
        total += a[0];
    }
    assert(total == 18);
    return 0;
}
