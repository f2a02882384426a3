// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock line 11
// A thread takes a spin lock twice while another runs for ever.
#include <pthread.h>

static pthread_spinlock_t lock;
static volatile int beat;

static void *twice(void *arg) {
    pthread_spin_lock(&lock);
    pthread_spin_lock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&lock, 0);
    pthread_create(&t, NULL, twice, NULL);
    for (;;)
        beat = !beat;
}
