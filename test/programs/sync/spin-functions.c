// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Results of the spin lock functions in one thread.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    pthread_spinlock_t lock;
    assert(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_spin_lock(&lock) == 0);
    assert(pthread_spin_trylock(&lock) == EBUSY);
    assert(pthread_spin_unlock(&lock) == 0);
    assert(pthread_spin_trylock(&lock) == 0);
    assert(pthread_spin_unlock(&lock) == 0);
    assert(pthread_spin_destroy(&lock) == 0);
    return 0;
}
