// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A semaphore as a mutex.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;
static int counter;

static void *add(void *arg) {
    sem_wait(&sem);
    counter++;
    sem_post(&sem);
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&sem, 0, 1);
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    sem_destroy(&sem);
    return 0;
}
