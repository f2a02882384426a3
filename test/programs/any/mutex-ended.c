// SPDX-License-Identifier: Apache-2.0
// expect: unknown "destroying a mutex"
// options: --any-number work --no-property mutex-misuse
// A mutex with which a thread has waited is destroyed by it: that goes well, if nobody else waits.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_int taken;

void *work(void *arg) {
    if (atomic_exchange(&taken, 1))
        return arg;
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&condition, &lock);
    pthread_mutex_unlock(&lock);
    assert(pthread_mutex_destroy(&lock) != 0);
    return arg;
}

int main(void) { return 0; }
