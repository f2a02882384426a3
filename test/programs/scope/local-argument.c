// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// Pointers to locals are fine when the thread is joined before the function returns.
#include <assert.h>
#include <pthread.h>

static void *twice(void *arg) {
    int *p = arg;
    *p *= 2;
    return NULL;
}
static int compute(int v) {
    pthread_t t;
    int a[2] = {v, v + 1};
    pthread_create(&t, NULL, twice, &a[0]);
    twice(&a[1]);
    pthread_join(t, NULL);
    return a[0] + a[1];
}

int main(void) {
    assert(compute(3) == 14);
    assert(compute(-1) == -2);
    return 0;
}
