// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 33
// options: --property race
// The same for spin locks and read-write locks, and for locks with a time limit.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int is_told;
static int data;
static pthread_spinlock_t spin;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *tell(void *arg) {
    data = 1;
    pthread_spin_lock(&spin);
    pthread_rwlock_wrlock(&lock);
    pthread_mutex_lock(&mutex);
    atomic_store_explicit(&is_told, 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    int seen = 0;
    pthread_spin_init(&spin, 0);
    pthread_create(&thread, NULL, tell, NULL);
    if (atomic_load_explicit(&is_told, memory_order_relaxed)) {
        const struct timespec now = {0};
        if (pthread_spin_trylock(&spin) && pthread_rwlock_tryrdlock(&lock) &&
            pthread_rwlock_trywrlock(&lock) && pthread_mutex_timedlock(&mutex, &now) &&
            pthread_rwlock_timedrdlock(&lock, &now))
            seen = data;
    }
    pthread_join(thread, NULL);
    return seen;
}
