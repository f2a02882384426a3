// SPDX-License-Identifier: Apache-2.0
// no-none: too many states
// expect: holds
// options: --no-spurious-wakeups
// A thread that starts to wait after the signal cannot take it from one that waited before.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiting, signalled, woken;

static void *early(void *arg) {
    pthread_mutex_lock(&lock);
    waiting = 1;
    pthread_cond_wait(&cond, &lock);
    assert(signalled);
    woken = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}
static void *late(void *arg) {
    pthread_mutex_lock(&lock);
    if (signalled && !woken) {
        pthread_cond_wait(&cond, &lock);
        assert(woken);
    }
    pthread_mutex_unlock(&lock);
    return arg;
}
static void *signaller(void *arg) {
    pthread_mutex_lock(&lock);
    if (waiting) {
        signalled = 1;
        pthread_cond_signal(&cond);
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, early, NULL);
    pthread_create(&b, NULL, late, NULL);
    pthread_create(&c, NULL, signaller, NULL);
    pthread_join(c, NULL);
    pthread_mutex_lock(&lock);
    int is_sure = signalled;
    pthread_mutex_unlock(&lock);
    if (!is_sure)
        return 0;
    pthread_join(a, NULL);
    pthread_cond_signal(&cond);
    return 0;
}
