// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: too many states
// All threads spin for ever: no deadlock, since they run, and nothing else happens.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int never;

static void *spin(void *arg) {
    while (!never) {
    }
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, spin, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
}
