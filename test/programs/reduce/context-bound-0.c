// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --context-bound 0
// Without preemption a thread runs until it ends or waits, so nothing is lost.
#include <assert.h>
#include <pthread.h>

static int x;

static void *add(void *arg) {
    x++;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}
