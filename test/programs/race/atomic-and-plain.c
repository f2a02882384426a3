// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 10|15
// options: --property race
// One access is atomic, the other is not.
#include <pthread.h>

static int counter;

static void *first(void *arg) {
    __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
    return arg;
}

static void *second(void *arg) {
    counter = 0;
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
