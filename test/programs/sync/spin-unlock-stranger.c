// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 9
// Unlocked by a thread that does not have it.
#include <pthread.h>

static pthread_spinlock_t lock;

static void *other(void *arg) {
    pthread_spin_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_create(&a, NULL, other, NULL);
    pthread_join(a, NULL);
    return 0;
}
