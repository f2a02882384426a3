// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 12|17
// options: --property race
// A plain flag does not hand anything over: the flag itself is raced on.
#include <pthread.h>

static int data;
static volatile int ready;

static void *first(void *arg) {
    data = 42;
    ready = 1;
    return arg;
}

static void *second(void *arg) {
    while (!ready)
        ;
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
