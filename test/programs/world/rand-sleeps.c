// SPDX-License-Identifier: Apache-2.0
// Random sleeps order nothing while nobody reads a clock.
// expect: holds
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *work(void *arg) {
    usleep((useconds_t)(rand() % 1000));
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    return pthread_join(t, NULL);
}
