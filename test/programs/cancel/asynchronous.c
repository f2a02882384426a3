// SPDX-License-Identifier: Apache-2.0
// expect: unknown "PTHREAD_CANCEL_ASYNCHRONOUS"
// A thread that may be cancelled between any two instructions.
#include <pthread.h>

static int x;

static void *worker(void *arg) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    x++;
    x++;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    return 0;
}
