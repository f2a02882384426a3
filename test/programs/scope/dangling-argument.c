// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 10
// A thread gets the address of a local whose function returns before the thread reads it.
#include <pthread.h>

static pthread_t t;

static void *use(void *arg) {
    int *p = arg;
    return (void *)(long)*p;
}
static void start(void) {
    int local = 5;
    pthread_create(&t, NULL, use, &local);
}

int main(void) {
    start();
    pthread_join(t, NULL);
    return 0;
}
