// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 37
// message: destroy of a mutex with which a thread waits
// The same with a recursive mutex and a wait that has an end: a time-out wants the mutex back too.
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiting;

static void *waiter(void *arg) {
    struct timespec soon = {1, 0};
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    waiting = 1;
    pthread_cond_timedwait(&cond, &lock, &soon);
    waiting = 0;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &recursive);
    pthread_t a;
    pthread_create(&a, NULL, waiter, NULL);
    if (pthread_mutex_trylock(&lock) == 0) {
        int is_there = waiting;
        waiting = 0;
        pthread_mutex_unlock(&lock);
        if (is_there && pthread_cond_signal(&cond) == 0)
            pthread_mutex_destroy(&lock);
    }
    return 0;
}
