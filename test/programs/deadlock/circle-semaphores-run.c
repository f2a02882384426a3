// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// Semaphores have no owner: any thread that runs may post them, and one that waits for news is no deadlock while others run.
#include <pthread.h>
#include <semaphore.h>

static sem_t first, second;
static volatile int beat;

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
    for (;;)
        beat = !beat;
}
