// SPDX-License-Identifier: Apache-2.0
// expect: holds for any number of threads, but for deadlocks that are no circles of waits for locks
// options: --any-number get --any-number put
// Producers and consumers of a buffer with one place.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_full;

void *put(void *arg) {
    pthread_mutex_lock(&lock);
    while (is_full)
        pthread_cond_wait(&changed, &lock);
    assert(!is_full);
    is_full = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return arg;
}

void *get(void *arg) {
    pthread_mutex_lock(&lock);
    while (!is_full)
        pthread_cond_wait(&changed, &lock);
    assert(is_full);
    is_full = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) { return 0; }
