// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// What happens before is handed on from thread to thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int one, two;

static void *first(void *arg) {
    data = 1;
    atomic_store_explicit(&one, 1, memory_order_release);
    return arg;
}

static void *second(void *arg) {
    if (atomic_load_explicit(&one, memory_order_acquire) == 1)
        atomic_store_explicit(&two, 1, memory_order_release);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    if (atomic_load_explicit(&two, memory_order_acquire) == 1)
        assert(data == 1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
