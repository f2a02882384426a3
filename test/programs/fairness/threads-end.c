// SPDX-License-Identifier: Apache-2.0
// check: holds under weak fairness: --property livelock
//     Threads that end are progress, also in a program that goes on for ever.
#include <pthread.h>

static int x;

static void *set(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    for (;;) {
        pthread_t t;
        pthread_create(&t, NULL, set, NULL);
        pthread_join(t, NULL);
    }
}
