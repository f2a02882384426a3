// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --context-bound 0
// A loop that reads and goes on is no circle: to interrupt it is a preemption.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int cells[3];

static void *writer(void *arg) {
    for (int i = 0; i < 3; i++)
        cells[i] = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    int sum = 0;
    pthread_create(&t, NULL, writer, NULL);
    for (int i = 0; i < 3; i++)
        sum += cells[i];
    assert(sum == 0 || sum == 3);
    pthread_join(t, NULL);
    return 0;
}
