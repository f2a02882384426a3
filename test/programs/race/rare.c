// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 14|21
// options: --property race
// The race needs one thread to be exactly between two steps of the other.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;
static int data;

static void *first(void *arg) {
    atomic_store(&stage, 1);
    atomic_store(&stage, 2);
    data = 1;
    atomic_store(&stage, 3);
    return arg;
}

static void *second(void *arg) {
    if (atomic_load(&stage) == 1 && atomic_load(&stage) == 2)
        data = 2;
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
