// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 9|16
// options: --property race
// The environment is changed while another thread looks at it.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    return getenv("HOME") ? arg : NULL;
}

int main(void) {
    pthread_t a;
    setenv("HOME", "/", 1);
    pthread_create(&a, NULL, worker, NULL);
    setenv("USER", "me", 1);
    pthread_join(a, NULL);
    return 0;
}
