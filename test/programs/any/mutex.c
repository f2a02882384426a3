// SPDX-License-Identifier: Apache-2.0
// expect: holds for any number of threads, but for deadlocks that are no circles of waits for locks
// options: --any-number work
// A critical section, for any number of threads.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

void *work(void *arg) {
    pthread_mutex_lock(&lock);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) { return 0; }
