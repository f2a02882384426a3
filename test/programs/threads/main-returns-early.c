// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// When main returns, threads that would run for ever end with it.
#include <pthread.h>

static volatile int x;

static void *spin(void *arg) {
    for (;;)
        x = !x;
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, spin, NULL);
    return 0;
}
