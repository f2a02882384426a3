// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A recursive mutex is locked again by its owner and still keeps others out.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int counter;

static void *add(void *arg) {
    pthread_mutex_lock(&lock);
    int seen = counter;
    pthread_mutex_lock(&lock);
    counter = seen + 1;
    assert(pthread_mutex_unlock(&lock) == 0);
    assert(counter == seen + 1);
    assert(pthread_mutex_unlock(&lock) == 0);
    return arg;
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attr);
    pthread_mutexattr_destroy(&attr);
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    assert(pthread_mutex_destroy(&lock) == 0);
    return 0;
}
