// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// Atomic accesses do not race, whatever their order.
#include <pthread.h>

static int counter;

static void *first(void *arg) {
    __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED);
    return arg;
}

static void *second(void *arg) {
    __atomic_store_n(&counter, 5, __ATOMIC_RELAXED);
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
