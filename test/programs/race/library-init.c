// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 11|20
// options: --property race
// A semaphore is made while another thread uses it already.
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void *worker(void *arg) {
    sem_post(&sem);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    // too late
    int error =
        sem_init(&sem, 0, 0);
    pthread_join(a, NULL);
    return error;
}
