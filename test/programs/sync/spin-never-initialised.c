// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 9
// There is no static initialiser: as in glibc, zero is not a free lock.
#include <pthread.h>

static pthread_spinlock_t lock;

int main(void) {
    pthread_spin_lock(&lock);
    return 0;
}
