// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// levels: -O0 -O2
// Data written before a flag is there when the flag is seen.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *producer(void *arg) {
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return arg;
}
static void *consumer(void *arg) {
    while (!atomic_load_explicit(&ready, memory_order_acquire))
        ;
    assert(data == 42);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
