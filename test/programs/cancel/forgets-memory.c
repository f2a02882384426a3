// SPDX-License-Identifier: Apache-2.0
// expect: violated leak
// options: --property leak
// A thread that is cancelled without a handler loses what it has allocated.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    int *p = malloc(sizeof *p);
    pthread_testcancel();
    free(p);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    return 0;
}
