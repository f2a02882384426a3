// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// The same semaphores as locks, when nobody else is left to run.
#include <pthread.h>
#include <semaphore.h>

static sem_t first, second;

static void *forward(void *arg) {
    sem_wait(&first);
    sem_wait(&second);
    sem_post(&second);
    sem_post(&first);
    return arg;
}
static void *backward(void *arg) {
    sem_wait(&second);
    sem_wait(&first);
    sem_post(&first);
    sem_post(&second);
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&first, 0, 1);
    sem_init(&second, 0, 1);
    pthread_create(&a, NULL, forward, NULL);
    pthread_create(&b, NULL, backward, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
