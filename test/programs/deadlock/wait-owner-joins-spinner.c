// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// The owner of the mutex waits for a thread that spins for ever: still no deadlock, somebody runs.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int go;

static void *spin(void *arg) {
    while (!go)
        ;
    return arg;
}
static void *want(void *arg) {
    pthread_mutex_lock(&lock);
    go = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_lock(&lock);
    pthread_create(&a, NULL, spin, NULL);
    pthread_create(&b, NULL, want, NULL);
    pthread_join(a, NULL);
    pthread_mutex_unlock(&lock);
    return 0;
}
