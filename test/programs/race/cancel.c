// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// Cancellation points look at a request that another thread makes; that is no race of the program's.
#include <pthread.h>
static void *work(void *arg) {
    for (;;)
        pthread_testcancel();
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    return 0;
}
