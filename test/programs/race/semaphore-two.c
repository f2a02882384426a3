// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 13|20
// options: --property race
// A semaphore that lets two in is no lock.
#include <pthread.h>
#include <semaphore.h>

static sem_t lock;
static int counter;

static void *first(void *arg) {
    sem_wait(&lock);
    counter++;
    sem_post(&lock);
    return arg;
}

static void *second(void *arg) {
    sem_wait(&lock);
    counter++;
    sem_post(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&lock, 0, 2);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
