// SPDX-License-Identifier: Apache-2.0
// expect: unknown "destroy of a "
// options: --no-property mutex-misuse
// glibc does not count the users of a robust mutex: what follows its destruction nobody knows.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiting;

static void *waiter(void *arg) {
    pthread_mutex_lock(&lock);
    waiting = 1;
    pthread_cond_wait(&cond, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_mutexattr_t robust;
    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &robust);
    pthread_t a;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    int is_there = waiting;
    pthread_mutex_unlock(&lock);
    if (is_there)
        pthread_mutex_destroy(&lock);
    return 0;
}
