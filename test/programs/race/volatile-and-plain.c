// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 11|12|19
// options: --property race --volatile-atomic
// A volatile access and a plain one to the same memory race.
#include <pthread.h>

static int word;

static void *work(void *arg) {
    volatile int *p = &word;
    (void)*p;
    *p = 1;
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    word = 2;
    pthread_join(thread, NULL);
    return 0;
}
