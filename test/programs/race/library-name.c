// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 11
// options: --property race
// Two threads ask for their names and put them into the same place.
#define _GNU_SOURCE
#include <pthread.h>

static char name[16];

static void *worker(void *arg) {
    pthread_getname_np(pthread_self(), name, sizeof name);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
