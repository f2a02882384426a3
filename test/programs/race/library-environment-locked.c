// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// The environment is changed and looked at under a mutex; and before there are threads.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    assert(getenv("HOME"));
    setenv("USER", "other", 1);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a;
    setenv("HOME", "/", 1);
    pthread_create(&a, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    setenv("USER", "me", 1);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    assert(getenv("USER"));
    return 0;
}
