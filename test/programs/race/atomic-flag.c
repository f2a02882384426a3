// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// Data is handed over by an atomic flag.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *first(void *arg) {
    data = 42;
    atomic_store(&ready, 1);
    return arg;
}

static void *second(void *arg) {
    while (!atomic_load(&ready))
        ;
    assert(data == 42);
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
