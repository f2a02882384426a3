// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --no-spurious-wakeups
// One signal wakes one of two waiting threads and no more.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiting, woken;

static void *sleeper(void *arg) {
    pthread_mutex_lock(&lock);
    waiting++;
    pthread_cond_wait(&cond, &lock);
    woken++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, sleeper, NULL);
    pthread_create(&b, NULL, sleeper, NULL);
    for (;;) {
        pthread_mutex_lock(&lock);
        if (waiting == 2)
            break;
        pthread_mutex_unlock(&lock);
    }
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    assert(woken <= 1);
    pthread_mutex_unlock(&lock);
    return 0;
}
