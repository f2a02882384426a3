// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// message: ^no run reaches the end of the program$
// message: ^no run reaches the assertion at empty/spins-for-ever\.c:20$
// main waits for a thread that never ends: what it does then was never tried.
#include <assert.h>
#include <pthread.h>
static volatile int stop;

static void *spins(void *arg) {
    while (!stop)
        ;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, spins, NULL);
    pthread_join(t, NULL);
    assert(stop == 2);
    return 0;
}
