// SPDX-License-Identifier: Apache-2.0
// Threads that set two variables, and one that looks at both.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#ifndef N
#define N 8
#endif
static atomic_int a, b;
static void *set(void *arg) {
    a = 1;
    b = -1;
    return arg;
}
static void *check(void *arg) {
    int x = a, y = b;
#ifdef BROKEN
    assert((x == 0 && y == 0) || (x == 1 && y == -1));
#else
    assert(x == 0 || x == 1);
    assert(y == 0 || y == -1);
#endif
    return arg;
}
int main(void) {
    pthread_t t[N + 1];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, set, 0);
    pthread_create(&t[N], 0, check, 0);
    for (int i = 0; i <= N; i++)
        pthread_join(t[i], 0);
    return 0;
}
