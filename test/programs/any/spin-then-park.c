// SPDX-License-Identifier: Apache-2.0
// expect: holds for any number of threads, but for deadlocks that are no circles of waits for locks
// options: --any-number work
// A lock for which threads look twice before they go to sleep: 0 free, 1 taken, 2 taken and somebody may sleep.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;
static pthread_mutex_t sleepers = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake_up = PTHREAD_COND_INITIALIZER;
static int inside;

static void lock(void) {
    for (int i = 0; i < 2; i++) {
        int free = 0;
        if (atomic_compare_exchange_strong(&state, &free, 1))
            return;
    }
    pthread_mutex_lock(&sleepers);
#ifdef IS_BROKEN
    if (atomic_exchange(&state, 2) != 0)
#else
    while (atomic_exchange(&state, 2) != 0)
#endif
        pthread_cond_wait(&wake_up, &sleepers);
    pthread_mutex_unlock(&sleepers);
}

static void unlock(void) {
    if (atomic_exchange(&state, 0) == 2) {
        pthread_mutex_lock(&sleepers);
        pthread_cond_signal(&wake_up);
        pthread_mutex_unlock(&sleepers);
    }
}

void *work(void *arg) {
    lock();
    inside++;
    assert(inside == 1);
    inside--;
    unlock();
    return arg;
}

int main(void) { return 0; }
