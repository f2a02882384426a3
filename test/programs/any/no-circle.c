// SPDX-License-Identifier: Apache-2.0
// expect: unknown "seems possible"
// options: --any-number lock --any-number take --any-number give
// A thread that waits for a semaphore is not stuck where others may come; and nobody locks twice, but whether that is so
// is too hard to say for threads that are counted.
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>

int __VERIFIER_nondet_int(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore;
static int first, second;

void *lock(void *arg) {
    int x = first;
    if (x != second) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_lock(&mutex);
    }
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
    first = second = __VERIFIER_nondet_int();
    return sem_init(&semaphore, 0, 0);
}
