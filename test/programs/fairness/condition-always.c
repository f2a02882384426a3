// SPDX-License-Identifier: Apache-2.0
// check: holds under weak fairness: --ltl '[] (sent -> <> got)' --weak-fairness
//     A thread waits for a condition variable, and main signals it for ever. Once it was signalled it can
//     go on, since the mutex is free from then on, so it does; or it comes too late for a signal and gets
//     the next one.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int got, sent;

static void *wait_for_it(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&cond, &lock);
    pthread_mutex_unlock(&lock);
    got = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, wait_for_it, NULL);
    for (;;) {
        sent = 1;
        pthread_cond_signal(&cond);
    }
}
