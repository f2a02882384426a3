// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A post hands data over.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;
static int data;

static void *give(void *arg) {
    data = 42;
    sem_post(&sem);
    return arg;
}
static void *take(void *arg) {
    sem_wait(&sem);
    assert(data == 42);
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&sem, 0, 0);
    pthread_create(&a, NULL, give, NULL);
    pthread_create(&b, NULL, take, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
