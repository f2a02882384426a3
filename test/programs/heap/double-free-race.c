// SPDX-License-Identifier: Apache-2.0
// expect: violated double-free line 11
// Two threads test and free the same pointer.
#include <pthread.h>
#include <stdlib.h>

static char *volatile shared;

static void *drop(void *arg) {
    if (shared) {
        free(shared);
        shared = NULL;
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    shared = malloc(1);
    pthread_create(&a, NULL, drop, NULL);
    pthread_create(&b, NULL, drop, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
