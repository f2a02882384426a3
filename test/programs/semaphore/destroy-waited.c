// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse
// message: use of a destroyed semaphore
// Destroyed while a thread waits or is about to.
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void *take(void *arg) {
    sem_wait(&sem);
    return arg;
}

int main(void) {
    pthread_t a;
    sem_init(&sem, 0, 0);
    pthread_create(&a, NULL, take, NULL);
    sem_destroy(&sem);
    pthread_join(a, NULL);
    return 0;
}
