// SPDX-License-Identifier: Apache-2.0
// check: violated assertion: -DSEMAPHORE
// check: violated assertion: -DMUTEX
// Main takes a semaphore, or a mutex, and gives it back, alone or not: who looks at it may see that.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int other;

static void *look(void *arg) {
#ifdef SEMAPHORE
    int value;
    sem_getvalue(&semaphore, &value);
    assert(value == 1);
#else
    assert(*(volatile int *)&mutex == 0);
#endif
    return arg;
}

static void *end(void *arg) {
    other = 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&semaphore, 0, 1);
    pthread_create(&a, NULL, look, NULL);
    pthread_create(&b, NULL, end, NULL);
    pthread_join(b, NULL);
    sem_wait(&semaphore);
    sem_post(&semaphore);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
