// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// Atomic sections do not race with each other.
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
    heddle_atomic_begin();
    b = 2;
    a = 2;
    heddle_atomic_end();
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
