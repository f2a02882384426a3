// SPDX-License-Identifier: Apache-2.0
// expect: holds for any number of threads, but for deadlocks that are no circles of waits for locks
// options: --any-number work
// A pool of workers: when all items of the first phase are done, whoever has done the last one begins the second.
#include <assert.h>
#include <pthread.h>

enum { ITEMS = 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int phase = 1, taken, done;

void *work(void *arg) {
    for (;;) {
        pthread_mutex_lock(&lock);
        int now = phase;
        if (now == 1 && taken < ITEMS) {
            taken++;
#ifdef IS_BROKEN
            if (taken == ITEMS)
                phase = 2;
#endif
            pthread_mutex_unlock(&lock);
            pthread_mutex_lock(&lock);
            done++;
#ifndef IS_BROKEN
            if (done == ITEMS)
                phase = 2;
#endif
        }
        assert(now == 1 || done == ITEMS);
        pthread_mutex_unlock(&lock);
        if (now == 2)
            return arg;
    }
}

int main(void) { return 0; }
