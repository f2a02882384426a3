// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 27
// options: --property race
// A trylock that fails orders nothing, whatever was unlocked before.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int is_told;
static int data;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *tell(void *arg) {
    data = 1;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    atomic_store_explicit(&is_told, 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    int seen = 0;
    pthread_create(&thread, NULL, tell, NULL);
    if (atomic_load_explicit(&is_told, memory_order_relaxed)) {
        if (pthread_mutex_trylock(&lock) != 0)
            seen = data;
    }
    pthread_join(thread, NULL);
    return seen;
}
