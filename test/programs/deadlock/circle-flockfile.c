// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// A stream and a mutex are locked in opposite orders, while a third thread runs for ever.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int beat;

static void *forward(void *arg) {
    flockfile(stdin);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    funlockfile(stdin);
    return arg;
}
static void *backward(void *arg) {
    pthread_mutex_lock(&mutex);
    flockfile(stdin);
    funlockfile(stdin);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, forward, NULL);
    pthread_create(&b, NULL, backward, NULL);
    for (;;)
        beat = !beat;
}
