// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Results of the barrier functions in one thread.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    pthread_barrier_t barrier;
    pthread_barrierattr_t attr;
    int shared;
    assert(pthread_barrierattr_init(&attr) == 0);
    assert(pthread_barrierattr_getpshared(&attr, &shared) == 0 && shared == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_barrierattr_setpshared(&attr, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_barrierattr_setpshared(&attr, 9) == EINVAL);
    assert(pthread_barrier_init(&barrier, &attr, 0) == EINVAL);
    assert(pthread_barrier_init(&barrier, &attr, 1) == 0);
    assert(pthread_barrierattr_destroy(&attr) == 0);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_destroy(&barrier) == 0);
    return 0;
}
