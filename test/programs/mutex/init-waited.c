// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 16
// options: --no-spurious-wakeups
// message: the mutex of a thread that waits on a condition variable was initialised again
// The mutex is not locked, so it looks as if it could be made anew.
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
    if (!is_there)
        return 0;
    pthread_mutex_init(&lock, NULL);
    pthread_cond_signal(&cond);
    pthread_join(a, NULL);
    return 0;
}
