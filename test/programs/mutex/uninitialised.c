// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 11
// message: never initialised
// A mutex on the heap needs pthread_mutex_init.
#include <pthread.h>
#include <stdlib.h>

int main(void) {
    pthread_t other;
    pthread_mutex_t *m = malloc(sizeof *m);
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
    (void)other;
    (void)pthread_create;
    return 0;
}
