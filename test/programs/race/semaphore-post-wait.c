// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// A post happens before the waits that come after it, whichever post they take.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int is_told;
static int data;
static sem_t sem;

static void *tell(void *arg) {
    data = 1;
    sem_post(&sem);
    atomic_store_explicit(&is_told, 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    int seen = 0;
    sem_init(&sem, 0, 0);
    pthread_create(&thread, NULL, tell, NULL);
    if (atomic_load_explicit(&is_told, memory_order_relaxed)) {
        sem_wait(&sem);
        seen = data;
    }
    pthread_join(thread, NULL);
    return seen;
}
