// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 20
// options: --property race --volatile-atomic
// But they order nothing: what is published through a volatile flag is a race.
#include <pthread.h>

static volatile int ready;
static int data;

static void *produce(void *arg) {
    data = 1;
    ready = 1;
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, produce, NULL);
    if (ready)
        data = 2;
    pthread_join(thread, NULL);
    return 0;
}
