// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// Two threads wait for each other's end.
#include <pthread.h>

static pthread_t first, second;
static volatile int ready;

static void *wait_second(void *arg) {
    while (!ready)
        ;
    pthread_join(second, NULL);
    return arg;
}
static void *wait_first(void *arg) {
    while (!ready)
        ;
    pthread_join(first, NULL);
    return arg;
}

int main(void) {
    pthread_create(&first, NULL, wait_second, NULL);
    pthread_create(&second, NULL, wait_first, NULL);
    ready = 1;
    pthread_exit(NULL);
}
