// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// message: waits for semaphore 'sem'
// Two threads wait for a semaphore that is posted once.
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void *take(void *arg) {
    sem_wait(&sem);
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&sem, 0, 0);
    pthread_create(&a, NULL, take, NULL);
    pthread_create(&b, NULL, take, NULL);
    sem_post(&sem);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
