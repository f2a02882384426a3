// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --no-spurious-wakeups
// message: without spurious wake-ups
// Only a signal ends a wait if the user says so (see spurious-if.c).
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

static void *consumer(void *arg) {
    pthread_mutex_lock(&lock);
    if (!ready)
        pthread_cond_wait(&cond, &lock);
    assert(ready);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *producer(void *arg) {
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, consumer, NULL);
    pthread_create(&b, NULL, producer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
