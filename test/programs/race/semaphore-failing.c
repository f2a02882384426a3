// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 30
// options: --property race
// A sem_trywait that fails orders nothing, nor does sem_getvalue.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int is_told;
static int data;
static sem_t sem;

static void *tell(void *arg) {
    data = 1;
    sem_post(&sem);
    sem_wait(&sem);
    atomic_store_explicit(&is_told, 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    int seen = 0;
    sem_init(&sem, 0, 0);
    pthread_create(&thread, NULL, tell, NULL);
    if (atomic_load_explicit(&is_told, memory_order_relaxed)) {
        int value;
        sem_getvalue(&sem, &value);
        if (sem_trywait(&sem) != 0)
            seen = data;
    }
    pthread_join(thread, NULL);
    return seen;
}
