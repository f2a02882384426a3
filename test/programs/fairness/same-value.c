// SPDX-License-Identifier: Apache-2.0
// check: violated liveness: --property starvation
//     A thread writes what is there already: nobody can see that it does anything.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *write_it(void *arg) {
    for (;;)
        x = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, write_it, NULL);
    for (;;)
        y ^= 1;
}
