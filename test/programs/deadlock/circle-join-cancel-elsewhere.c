// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// message: waits for the end of thread
// A thread joins one that waits for its mutex. Some other thread was cancelled before; now nobody can cancel any more.
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

static void *nothing(void *arg) { return arg; }

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, nothing, NULL);
    pthread_cancel(t);
    pthread_create(&locking, NULL, locks, NULL);
    pthread_create(&t, NULL, joins, NULL);
    for (;;)
        beat = !beat;
}
