// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Whatever ended the waits (signals, time, nothing at all, cancellation), all that waited have given the mutex back when they
// are joined, and it can be destroyed.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void let_go(void *mutex) { pthread_mutex_unlock(mutex); }

static void *wait_once(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(let_go, &lock);
    pthread_cond_wait(&cond, &lock);
    pthread_cleanup_pop(1);
    return arg;
}

static void *wait_soon(void *arg) {
    struct timespec soon = {1, 0};
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(let_go, &lock);
    pthread_cond_timedwait(&cond, &lock, &soon);
    pthread_cleanup_pop(1);
    return arg;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, wait_once, NULL);
    pthread_create(&t[1], NULL, wait_soon, NULL);
    pthread_cond_signal(&cond);
    for (int i = 0; i < 2; i++)
        pthread_cancel(t[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(pthread_mutex_destroy(&lock) == 0);
    assert(pthread_cond_destroy(&cond) == 0);
    return 0;
}
