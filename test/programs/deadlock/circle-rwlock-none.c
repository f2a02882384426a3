// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A writer waits for two readers: one runs for ever, one waits for a semaphore that the first one posts again and again. Another
// reader waits for the writer. Nobody is stuck.
#include <pthread.h>
#include <semaphore.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t tick;

static void *reads(void *arg) {
    pthread_rwlock_rdlock(&lock);
    sem_wait(&tick);
    pthread_rwlock_unlock(&lock);
    return arg;
}
static void *writes(void *arg) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&tick, 0, 0);
    pthread_rwlock_rdlock(&lock);
    pthread_create(&a, NULL, reads, NULL);
    pthread_create(&b, NULL, writes, NULL);
    for (;;)
        if (sem_trywait(&tick) != 0)
            sem_post(&tick);
}
