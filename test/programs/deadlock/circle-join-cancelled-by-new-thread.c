// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// A thread joins one that waits for its mutex. Who will cancel it is not even there yet.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t locking;
static volatile int beat;

static void *locks(void *arg) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return arg;
}
static void unlock(void *m) { pthread_mutex_unlock(m); }
static void *joins(void *arg) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    pthread_join(locking, NULL);
    pthread_cleanup_pop(1);
    return arg;
}

static void *cancels(void *t) {
    pthread_cancel(*(pthread_t *)t);
    return NULL;
}
static void *(*volatile task)(void *) = cancels;

int main(void) {
    pthread_t t, other;
    pthread_create(&locking, NULL, locks, NULL);
    pthread_create(&t, NULL, joins, NULL);
    beat = 1;
    pthread_create(&other, NULL, task, &t);
    for (;;)
        beat = !beat;
}
