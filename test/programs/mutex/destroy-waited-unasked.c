// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --no-property mutex-misuse
// message: mutex-misuse
// glibc says that the mutex is busy, until the last of those that waited has it back; then the program goes on as it should.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiting, go;

static void *waiter(void *arg) {
    pthread_mutex_lock(&lock);
    waiting++;
    while (!go)
        pthread_cond_wait(&cond, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    int there = waiting;
    pthread_mutex_unlock(&lock);
    if (there)
        assert(pthread_mutex_destroy(&lock) == EBUSY);
    pthread_mutex_lock(&lock);
    go = 1;
    pthread_cond_broadcast(&cond);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(pthread_mutex_destroy(&lock) == 0);
    return 0;
}
