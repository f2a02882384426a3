// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 13|18
// options: --property race
// Accesses of different sizes that overlap in one byte.
#include <pthread.h>

static union {
    long whole;
    char bytes[sizeof(long)];
} u;

static void *first(void *arg) {
    u.whole = 1;
    return arg;
}

static void *second(void *arg) {
    u.bytes[3] = 2;
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
