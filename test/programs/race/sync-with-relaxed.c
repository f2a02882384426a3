// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// Semaphores, conditions, barriers, once, spin and read-write locks order as they do without relaxed atomics.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static sem_t posted;
static atomic_int noise;
static int by_sem, by_cond, is_set, by_barrier, by_once, by_spin, by_table;

static void make(void) {
    by_once = 1;
}

static void *work(void *arg) {
    by_sem = 1;
    sem_post(&posted);
    pthread_mutex_lock(&lock);
    by_cond = is_set = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    by_barrier = 1;
    pthread_barrier_wait(&barrier);
    pthread_once(&once, make);
    assert(by_once);
    pthread_spin_lock(&spin);
    by_spin++;
    pthread_spin_unlock(&spin);
    pthread_rwlock_wrlock(&table);
    by_table++;
    pthread_rwlock_unlock(&table);
    atomic_fetch_add_explicit(&noise, 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    sem_init(&posted, 0, 0);
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_spin_init(&spin, 0);
    pthread_create(&thread, NULL, work, NULL);
    sem_wait(&posted);
    assert(by_sem);
    pthread_mutex_lock(&lock);
    while (!is_set)
        pthread_cond_wait(&changed, &lock);
    assert(by_cond);
    pthread_mutex_unlock(&lock);
    pthread_barrier_wait(&barrier);
    assert(by_barrier);
    pthread_once(&once, make);
    assert(by_once);
    pthread_spin_lock(&spin);
    by_spin++;
    pthread_spin_unlock(&spin);
    pthread_rwlock_rdlock(&table);
    assert(by_table < 2);
    pthread_rwlock_unlock(&table);
    pthread_join(thread, NULL);
    assert(atomic_load_explicit(&noise, memory_order_relaxed) == 1 && by_spin == 2);
    return 0;
}
