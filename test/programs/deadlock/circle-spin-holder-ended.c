// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// message: held by a thread that has ended
// A thread ends and keeps a spin lock that another one wants.
#include <pthread.h>

static pthread_spinlock_t lock;
static volatile int beat;

static void *keeps(void *arg) {
    pthread_spin_lock(&lock);
    return arg;
}
static void *wants(void *arg) {
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&lock, 0);
    pthread_create(&a, NULL, keeps, NULL);
    pthread_create(&b, NULL, wants, NULL);
    for (;;)
        beat = !beat;
}
