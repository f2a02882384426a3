// SPDX-License-Identifier: Apache-2.0
// expect: violated null-dereference line 19
// The pointer is tested, cleared by another thread, and then followed.
#include <pthread.h>

static int value = 3;
static int *volatile shared = &value;

static void *clear(void *arg) {
    shared = NULL;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, clear, NULL);
    int r = 0;
    if (shared)
        r = *shared;
    pthread_join(t, NULL);
    return r;
}
