// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 12|20
// options: --property race
// Only one of two calls is in an atomic section.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    heddle_atomic_begin();
    char *home =
        getenv("HOME");
    heddle_atomic_end();
    return home ? arg : NULL;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    setenv("HOME", "/", 1);
    pthread_join(a, NULL);
    return 0;
}
