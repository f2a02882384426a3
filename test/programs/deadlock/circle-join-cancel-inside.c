// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// The only thread that could cancel the one that joins waits for its mutex.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t locking, joining;
static volatile int beat;

static void *locks(void *arg) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_cancel(joining);
    return arg;
}
static void *joins(void *arg) {
    pthread_mutex_lock(&mutex);
    pthread_join(locking, NULL);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void) {
    pthread_mutex_lock(&mutex);
    pthread_create(&joining, NULL, joins, NULL);
    pthread_create(&locking, NULL, locks, NULL);
    pthread_mutex_unlock(&mutex);
    for (;;)
        beat = !beat;
}
