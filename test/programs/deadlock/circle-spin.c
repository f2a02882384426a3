// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// message: waits for spin lock 'second' held by thread 3
// Two spin locks are taken in opposite orders while a third thread runs for ever.
#include <pthread.h>

static pthread_spinlock_t first, second;
static volatile int beat;

static void *forward(void *arg) {
    pthread_spin_lock(&first);
    pthread_spin_lock(&second);
    pthread_spin_unlock(&second);
    pthread_spin_unlock(&first);
    return arg;
}
static void *backward(void *arg) {
    pthread_spin_lock(&second);
    pthread_spin_lock(&first);
    pthread_spin_unlock(&first);
    pthread_spin_unlock(&second);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&first, 0);
    pthread_spin_init(&second, 0);
    pthread_create(&a, NULL, forward, NULL);
    pthread_create(&b, NULL, backward, NULL);
    for (;;)
        beat = !beat;
}
