// SPDX-License-Identifier: Apache-2.0
// expect: holds for any number of threads, but for deadlocks that are no circles of waits for locks
// options: --any-number lock --any-number take --any-number give
// A thread that waits for a semaphore is not stuck where others may come; and nobody locks twice, since all have read the
// same number, whatever it is.
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>

int __VERIFIER_nondet_int(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore;
static int number, seen; // seen: 0 nothing yet, 1 that it is 5, 2 that it is not

void *lock(void *arg) {
    int x = number;
    pthread_mutex_lock(&mutex);
    if (seen == 0)
        seen = x == 5 ? 1 : 2;
    else if ((seen == 1) != (x == 5))
        pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return arg;
}

void *take(void *arg) {
    sem_wait(&semaphore);
    return arg;
}

void *give(void *arg) {
    int value;
    heddle_atomic_begin();
    sem_getvalue(&semaphore, &value);
    if (value == 0)
        sem_post(&semaphore);
    heddle_atomic_end();
    return arg;
}

int main(void) {
    number = __VERIFIER_nondet_int();
    return sem_init(&semaphore, 0, 0);
}
