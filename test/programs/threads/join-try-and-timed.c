// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// Joins that give up, and then one that waits.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static const struct timespec soon = {1, 0};
static volatile int done;

static void *work(void *arg) {
    done = 1;
    return arg;
}

int main(void) {
    pthread_t a;
    void *result;
    pthread_create(&a, NULL, work, (void *)&done);
    assert(pthread_timedjoin_np(pthread_self(), NULL, &soon) == EDEADLK);
    assert(pthread_tryjoin_np(pthread_self(), NULL) == EBUSY);
    int error = pthread_tryjoin_np(a, &result);
    assert(error == 0 || error == EBUSY);
    if (error)
        error = pthread_timedjoin_np(a, &result, &soon);
    assert(error == 0 || error == ETIMEDOUT);
    if (error)
        error = pthread_clockjoin_np(a, &result, CLOCK_MONOTONIC, &soon);
    assert(error == 0 || error == ETIMEDOUT);
    if (error)
        assert(pthread_join(a, &result) == 0);
    assert(done && result == (void *)&done);
    return 0;
}
