// SPDX-License-Identifier: Apache-2.0
// expect: holds
// What trylock tells the owner of an error-checking mutex: glibc knows better than EBUSY if it is robust or has a protocol.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void check(int robust, int protocol, int to_owner) {
    pthread_mutexattr_t attr;
    pthread_mutex_t m;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutexattr_setrobust(&attr, robust);
    pthread_mutexattr_setprotocol(&attr, protocol);
    assert(pthread_mutex_init(&m, &attr) == 0);
    assert(pthread_mutex_trylock(&m) == 0);
    assert(pthread_mutex_trylock(&m) == to_owner);
    assert(pthread_mutex_lock(&m) == EDEADLK);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_destroy(&m) == 0);
}

int main(void) {
    check(PTHREAD_MUTEX_STALLED, PTHREAD_PRIO_NONE, EBUSY);
    check(PTHREAD_MUTEX_ROBUST, PTHREAD_PRIO_NONE, EDEADLK);
    check(PTHREAD_MUTEX_STALLED, PTHREAD_PRIO_INHERIT, EDEADLK);
    check(PTHREAD_MUTEX_ROBUST, PTHREAD_PRIO_INHERIT, EDEADLK);
    return 0;
}
