// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race
// options: --property race
// A mutex that is initialised by one thread and published relaxed: pthread_mutex_init is no atomic access.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock;
static atomic_int ready;

static void *make(void *arg) {
    pthread_mutex_init(&lock, NULL);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, make, NULL);
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
    pthread_join(thread, NULL);
    return 0;
}
