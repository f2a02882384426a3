// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// An error-checking mutex answers with error codes.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static volatile int held;

static void *other(void *arg) {
    assert(pthread_mutex_unlock(&lock) == EPERM);
    assert(pthread_mutex_lock(&lock) == 0);
    assert(!held);
    assert(pthread_mutex_unlock(&lock) == 0);
    return arg;
}

int main(void) {
    pthread_t a;
    assert(pthread_mutex_lock(&lock) == 0);
    held = 1;
    assert(pthread_mutex_lock(&lock) == EDEADLK);
    pthread_create(&a, NULL, other, NULL);
    held = 0;
    assert(pthread_mutex_unlock(&lock) == 0);
    pthread_join(a, NULL);
    assert(pthread_mutex_unlock(&lock) == EPERM);
    return 0;
}
