// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Destroyed after every waiting thread was woken, which POSIX allows.
#include <pthread.h>

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
    if (waiting) {
        pthread_cond_broadcast(&cond);
        pthread_cond_destroy(&cond);
    }
    pthread_mutex_unlock(&lock);
    return 0;
}
