// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 13|19
// options: --property race
// An atomic section protects from other sections only.
#include <heddle.h>
#include <pthread.h>

static int a, b;

static void *first(void *arg) {
    heddle_atomic_begin();
    a = 1;
    b = 1;
    heddle_atomic_end();
    return arg;
}

static void *second(void *arg) {
    b = 2;
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
