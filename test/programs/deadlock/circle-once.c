// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// message: waits for initialisation 'flag' held by thread 2
// The routine wants a mutex whose owner waits for the routine, while a third thread runs for ever.
#include <pthread.h>

static pthread_once_t flag = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int beat;

static void routine(void) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}
static void *plain(void *arg) {
    pthread_once(&flag, routine);
    return arg;
}
static void *locked(void *arg) {
    pthread_mutex_lock(&mutex);
    pthread_once(&flag, routine);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &recursive);
    pthread_create(&a, NULL, plain, NULL);
    pthread_create(&b, NULL, locked, NULL);
    for (;;)
        beat = !beat;
}
