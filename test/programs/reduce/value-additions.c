// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Additions whose result nobody uses commute: each thread does all of its own in one step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;

static void *work(void *arg) {
    for (int i = 0; i < 5; i++)
        atomic_fetch_add(&n, *(int *)arg);
    return arg;
}

int main(void) {
    pthread_t t[3];
    static int amounts[3] = {1, 2, -3};
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, &amounts[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(n == 0);
}
