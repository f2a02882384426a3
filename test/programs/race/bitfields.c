// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 12|17
// options: --property race
// Bit-fields that share a byte are the same memory.
#include <pthread.h>

static struct {
    unsigned left : 4, right : 4;
} pair;

static void *first(void *arg) {
    pair.left = 1;
    return arg;
}

static void *second(void *arg) {
    pair.right = 2;
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
