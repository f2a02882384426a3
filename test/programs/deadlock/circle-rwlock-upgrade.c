// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// A reader that wants to write waits for itself, while another thread runs for ever.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static volatile int beat;

static void *upgrades(void *arg) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_wrlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, upgrades, NULL);
    for (;;)
        beat = !beat;
}
