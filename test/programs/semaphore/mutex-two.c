// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 25
// A semaphore of two lets both threads in.
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
    sem_init(&sem, 0, 2);
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
