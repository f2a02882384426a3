// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// Calls inside atomic sections do not race with each other, whatever they claim to have written.
#define _GNU_SOURCE
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

static char name[16];

static void *worker(void *arg) {
    heddle_atomic_begin();
    setenv("A", "x", 1);
    pthread_getname_np(pthread_self(), name, sizeof name);
    heddle_atomic_end();
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
