// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock line 11
// A thread takes a spin lock that it has.
#include <pthread.h>

static pthread_spinlock_t lock;

int main(void) {
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_spin_lock(&lock);
    return 0;
}
