// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// A semaphore as a lock, and one as a signal.
#include <pthread.h>
#include <semaphore.h>

static sem_t lock, done;
static int counter;

static void *first(void *arg) {
    sem_wait(&lock);
    counter++;
    sem_post(&lock);
    sem_post(&done);
    return arg;
}

static void *second(void *arg) {
    sem_wait(&lock);
    counter++;
    sem_post(&lock);
    sem_wait(&done);
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&lock, 0, 1);
    sem_init(&done, 0, 0);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(b, NULL);
    counter++;
    pthread_join(a, NULL);
    return counter == 3 ? 0 : 1;
}
