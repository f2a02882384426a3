// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// Those that succeed are ordered.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int is_told;
static int data;
static pthread_spinlock_t spin;

static void *tell(void *arg) {
    data = 1;
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
    atomic_store_explicit(&is_told, 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    int seen = 0;
    pthread_spin_init(&spin, 0);
    pthread_create(&thread, NULL, tell, NULL);
    if (atomic_load_explicit(&is_told, memory_order_relaxed)) {
        if (pthread_spin_trylock(&spin) == 0)
            seen = data;
    }
    pthread_join(thread, NULL);
    return seen;
}
