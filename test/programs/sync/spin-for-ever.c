// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// A wait for something that never comes is a loop, not a deadlock.
#include <assert.h>
#include <pthread.h>

static volatile int never;

static void *wait(void *arg) {
    while (!never)
        ;
    assert(0);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, wait, NULL);
    pthread_join(a, NULL);
    return 0;
}
