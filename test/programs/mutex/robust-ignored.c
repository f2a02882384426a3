// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 18
// A thread that waits for a robust mutex ignores that the owner has ended.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int half;

static void *ends_inside(void *arg) {
    pthread_mutex_lock(&lock);
    half = 1;
    return arg;
}

static void *repairs(void *arg) {
    pthread_mutex_lock(&lock);
    assert(half == 0);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_t a, b;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attr);
    pthread_create(&a, NULL, repairs, NULL);
    pthread_create(&b, NULL, ends_inside, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
