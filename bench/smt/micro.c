// SPDX-License-Identifier: Apache-2.0
// THREADS threads with COUNT statements each that others can see, and a property that holds.
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef COUNT
#define COUNT 100
#endif

static volatile int shared;

static void *add(void *arg) {
#pragma clang loop unroll(full)
    for (int i = 0; i < COUNT; i++)
        shared = i;
    return arg;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, add, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    assert(shared >= 0 && shared < COUNT);
    return 0;
}
