// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 12
// options: --property race
// A thread that comes from a choice stands at its access before it makes it.
#include <heddle.h>
#include <pthread.h>

static int shared;

static void *work(void *arg) {
    if (heddle_choose(2))
        shared = 1;
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
