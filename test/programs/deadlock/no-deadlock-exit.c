// SPDX-License-Identifier: Apache-2.0
// expect: holds
// main ends the program while a thread waits for a mutex: not a deadlock.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_mutex_lock(&lock);
    pthread_create(&a, NULL, work, NULL);
    return 0;
}
