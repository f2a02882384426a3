// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 28
// options: --property race
// An acquire load learns from the value that it reads, not from one that was overwritten.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int turn;

static void *first(void *arg) {
    data = 1;
    atomic_store_explicit(&turn, 1, memory_order_release);
    return arg;
}

static void *second(void *arg) {
    if (atomic_load_explicit(&turn, memory_order_relaxed) == 1)
        atomic_store_explicit(&turn, 2, memory_order_release);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    if (atomic_load_explicit(&turn, memory_order_acquire) == 2)
        data = 2; // the second thread has not acquired what the first released
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
