// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 12
// A recursive mutex from glibc's static initialiser, unlocked once too seldom: trylock of another thread fails.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *try(void *arg) {
    assert(pthread_mutex_trylock(&lock) == 0);
    return arg;
}

int main(void) {
    pthread_t a;
    assert(pthread_mutex_lock(&lock) == 0);
    assert(pthread_mutex_lock(&lock) == 0);
    assert(pthread_mutex_unlock(&lock) == 0);
    pthread_create(&a, NULL, try, NULL);
    pthread_join(a, NULL);
    return 0;
}
