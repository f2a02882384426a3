// SPDX-License-Identifier: Apache-2.0
// expect: violated leak line 11
// options: --property leak
// A block that is made and lost in the middle of a step.
#include <pthread.h>
#include <stdlib.h>

static _Atomic int before, after;

static void *worker(void *arg) {
    before = 1, (void)malloc(4), after = 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
