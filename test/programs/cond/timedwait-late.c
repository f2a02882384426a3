// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 19
// A timed wait can time out although, with the mutex back, there is nothing left to wait for.
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
    assert(error != ETIMEDOUT || !ready);
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
