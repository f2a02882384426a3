// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --prp parts/assert.prp
// levels: -O0
// What glibc answers to misuse of each kind of mutex, where nobody asks for misuse.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

int main(void) {
    pthread_mutex_t *const kinds[] = {&normal, &adaptive, &recursive, &checking};
    for (int i = 0; i < 4; i++) {
        pthread_mutex_lock(kinds[i]);
        assert(pthread_mutex_destroy(kinds[i]) == EBUSY);
        assert(pthread_mutex_unlock(kinds[i]) == 0);
        assert(pthread_mutex_unlock(kinds[i]) == (i < 2 ? 0 : EPERM));
        assert(pthread_mutex_lock(kinds[i]) == 0);
        assert(pthread_mutex_trylock(kinds[i]) == (i == 2 ? 0 : EBUSY));
        if (i == 2)
            assert(pthread_mutex_unlock(kinds[i]) == 0);
        assert(pthread_mutex_unlock(kinds[i]) == 0);
        assert(pthread_mutex_destroy(kinds[i]) == (i < 2 ? EBUSY : 0));
    }
    pthread_mutexattr_t attr;
    pthread_mutex_t robust;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&robust, &attr);
    assert(pthread_mutex_unlock(&robust) == EPERM);
    assert(pthread_mutex_destroy(&robust) == 0);
    pthread_spinlock_t spin;
    pthread_spin_init(&spin, 0);
    assert(pthread_spin_unlock(&spin) == 0 && pthread_spin_trylock(&spin) == 0 && pthread_spin_trylock(&spin) == EBUSY);
    return 0;
}
