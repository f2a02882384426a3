// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// no-message: no run
// The same with somebody who ends it: nothing to say.
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
    stop = 2;
    pthread_join(t, NULL);
    assert(stop == 2 && t);
    return 0;
}
