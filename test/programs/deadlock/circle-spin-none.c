// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// A thread waits for a spin lock whose holder runs for ever, and another one for that thread: no circle.
#include <pthread.h>

static pthread_spinlock_t lock;
static pthread_t waiting;
static volatile int beat;

static void *wants(void *arg) {
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
    return arg;
}
static void *joins(void *arg) {
    pthread_join(waiting, NULL);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&lock, 0);
    pthread_spin_lock(&lock);
    pthread_create(&waiting, NULL, wants, NULL);
    pthread_create(&t, NULL, joins, NULL);
    for (;;)
        beat = !beat;
}
