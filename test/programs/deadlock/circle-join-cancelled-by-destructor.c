// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// A thread joins one that waits for its mutex, until the destructor of a thread's value cancels it.
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

static pthread_t target;
static pthread_key_t key;

static void cancel(void *value) {
    (void)value;
    pthread_cancel(target);
}
static void *ends(void *arg) {
    pthread_setspecific(key, &key);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, cancel);
    pthread_create(&locking, NULL, locks, NULL);
    pthread_create(&target, NULL, joins, NULL);
    pthread_create(&t, NULL, ends, NULL);
    for (;;)
        beat = !beat;
}
