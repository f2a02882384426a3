// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 12
// After pthread_exit in main the other threads go on.
#include <assert.h>
#include <pthread.h>

static volatile int main_left;

static void *late(void *arg) {
    while (!main_left)
        ;
    assert(0);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, late, NULL);
    main_left = 1;
    pthread_exit(NULL);
}
