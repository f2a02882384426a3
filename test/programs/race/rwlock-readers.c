// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 26
// options: --property race
// Readers do not order each other.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int is_told;
static int data;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *tell(void *arg) {
    data = 1;
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    atomic_store_explicit(&is_told, 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    int seen = 0;
    pthread_create(&thread, NULL, tell, NULL);
    if (atomic_load_explicit(&is_told, memory_order_relaxed)) {
        pthread_rwlock_rdlock(&lock);
        seen = data;
        pthread_rwlock_unlock(&lock);
    }
    pthread_join(thread, NULL);
    return seen;
}
