// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency and the assumption that volatile accesses are atomic
// options: --property race --volatile-atomic
// Volatile accesses do not race with each other, if the user says so.
#include <pthread.h>

static volatile int stop;

static void *work(void *arg) {
    while (!stop)
        ;
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    stop = 1;
    pthread_join(thread, NULL);
    return 0;
}
