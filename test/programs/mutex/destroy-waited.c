// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 27
// message: destroy of a mutex with which a thread waits on a condition variable
// The mutex is not locked, but a thread that waits on the condition variable will want it back.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiting;

static void *waiter(void *arg) {
    pthread_mutex_lock(&lock);
    waiting = 1;
    pthread_cond_wait(&cond, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    int is_there = waiting;
    pthread_mutex_unlock(&lock);
    if (is_there)
        pthread_mutex_destroy(&lock);
    return 0;
}
