// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// levels: -O0 -O2
// A volatile local is looked at by its name, and another thread has its address.
#include <pthread.h>
static void *sets(void *arg) {
    *(int *)arg = 1;
    return NULL;
}
int main(void) {
    volatile int done = 0;
    pthread_t t;
    pthread_create(&t, NULL, sets, (void *)&done);
    while (!done)
        ;
    return pthread_join(t, NULL);
}
