// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Variable length arrays and alloca on the stacks of several threads.
#include <alloca.h>
#include <assert.h>
#include <pthread.h>

static void *work(void *arg) {
    int n = *(int *)arg, s = 0;
    int a[n], *b = alloca(n * sizeof *b);
    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = n;
    }
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    assert(s == n * n * (n - 1) / 2);
    return NULL;
}

int main(void) {
    static int sizes[2] = {2, 3};
    pthread_t a, b;
    pthread_create(&a, NULL, work, &sizes[0]);
    pthread_create(&b, NULL, work, &sizes[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
