// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 10|15
// options: --property race
// Two threads increment without a lock.
#include <pthread.h>

static int counter;

static void *first(void *arg) {
    counter++;
    return arg;
}

static void *second(void *arg) {
    counter++;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
