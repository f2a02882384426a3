// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// The owner of a robust mutex ends while another thread waits for it and a third one runs.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static volatile int beat;

static void *keeps(void *arg) {
    if (pthread_mutex_lock(&mutex) == EOWNERDEAD)
        pthread_mutex_consistent(&mutex);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_mutexattr_t robust;
    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &robust);
    pthread_create(&a, NULL, keeps, NULL);
    pthread_create(&b, NULL, keeps, NULL);
    for (;;)
        beat = !beat;
}
