// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -m32
// The cleanup handler unlocks the mutex, which the cancelled thread has again (see cancel/cond-wait-keeps-mutex.c).
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready, inside;

static void leave(void *arg) {
    inside = 0;
    pthread_mutex_unlock(arg);
}

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(leave, &lock);
    inside = 1;
    while (!ready) {
        inside = 0;
        pthread_cond_wait(&cond, &lock);
        assert(!inside);
        inside = 1;
    }
    pthread_cleanup_pop(1);
    return arg;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&lock);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED || result == NULL);
    pthread_mutex_lock(&lock);
    assert(inside == 0);
    return 0;
}
