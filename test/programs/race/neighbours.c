// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// Bytes side by side are different memory.
#include <pthread.h>

static struct {
    char left, right;
    short more[2];
} pair;

static void *first(void *arg) {
    pair.left = 1;
    pair.more[0] = 1;
    return arg;
}

static void *second(void *arg) {
    pair.right = 2;
    pair.more[1] = 2;
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
