// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 11
// Destroyed while locked.
#include <pthread.h>

static pthread_spinlock_t lock;

int main(void) {
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_spin_destroy(&lock);
    return 0;
}
