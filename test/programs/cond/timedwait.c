// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A timed wait is woken or times out, and has the mutex in both cases.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static const struct timespec soon = {1, 0};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *arg) {
    pthread_mutex_lock(&lock);
    int error = 0;
    while (!ready && !error)
        error = pthread_cond_timedwait(&cond, &lock, &soon);
    assert(error == ETIMEDOUT || (error == 0 && ready));
    assert(pthread_mutex_trylock(&lock) == EBUSY);
    pthread_mutex_unlock(&lock);
    return arg;
}
static void *setter(void *arg) {
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, setter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
