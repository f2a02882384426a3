// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// levels: -O0 -O2
// Optimised code must not read the data before it knows that it may.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *produce(void *arg) {
    data = 1;
    atomic_store(&ready, 1);
    return arg;
}

static void *consume(void *arg) {
    if (atomic_load(&ready))
        assert(data == 1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, produce, NULL);
    pthread_create(&b, NULL, consume, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
