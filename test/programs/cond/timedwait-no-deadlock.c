// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --no-spurious-wakeups
// Nobody signals a timed wait: it times out, that is no deadlock.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static const struct timespec soon = {1, 0};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
    pthread_mutex_lock(&lock);
    assert(pthread_cond_timedwait(&cond, &lock, &soon) == ETIMEDOUT);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
