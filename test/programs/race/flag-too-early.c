// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 13|19
// options: --property race
// The atomic flag is set before the data is there.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *first(void *arg) {
    atomic_store(&ready, 1);
    data = 42;
    return arg;
}

static void *second(void *arg) {
    if (atomic_load(&ready))
        data++;
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
