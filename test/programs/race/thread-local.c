// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// Each thread has its own copy.
#include <pthread.h>

static _Thread_local int counter;

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
