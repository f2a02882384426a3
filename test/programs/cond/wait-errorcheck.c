// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --no-spurious-wakeups
// With an error-checking mutex, a wait without holding it is an error code.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static const struct timespec soon = {1, 0};

int main(void) {
    assert(pthread_cond_wait(&cond, &lock) == EPERM);
    assert(pthread_mutex_lock(&lock) == 0);
    assert(pthread_cond_timedwait(&cond, &lock, &soon) == ETIMEDOUT);
    assert(pthread_mutex_unlock(&lock) == 0);
    return 0;
}
