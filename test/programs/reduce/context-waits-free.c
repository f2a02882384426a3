// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 46
// options: --context-bound 0
// Waits of every kind give up the processor: a join, a barrier, a condition variable, a semaphore, a spin lock.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t b;
static pthread_spinlock_t s;
static sem_t sem;
static int ready, done;

static void *other(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_barrier_wait(&b);
    pthread_spin_lock(&s);
    done++;
    pthread_spin_unlock(&s);
    sem_post(&sem);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, NULL, 2);
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    sem_init(&sem, 0, 0);
    pthread_spin_lock(&s);
    pthread_create(&t, NULL, other, NULL);
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_barrier_wait(&b);
    pthread_spin_unlock(&s);
    sem_wait(&sem);
    pthread_join(t, NULL);
    pthread_barrier_destroy(&b);
    // It is reached, and it does not hold.
    assert(!done);
    return 0;
}
