// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 14
// options: --property race
// no-none: too many states
// The same after a loop so long that the step ends in it.
#include <pthread.h>

static int shared;

static void *work(void *arg) {
    int sum = 0;
    for (int i = 0; i < 20000; i++)
        sum += i & 1;
    shared = sum;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
