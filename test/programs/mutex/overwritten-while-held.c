// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A mutex that is written over while it is locked can be locked again and again: undefined, but nothing that must end the
// checker. The thread then holds the same lock more often than a set of locks has room for.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int shared, beside;

static void *run(void *arg) {
    for (int i = 0; i < 40; i++) {
        pthread_mutex_lock(&lock);
        shared = i;
        lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_mutex_lock(&other);
    beside = 1;
    pthread_mutex_unlock(&other);
    pthread_join(t, 0);
    assert(shared == 39 && beside == 1);
    return 0;
}
