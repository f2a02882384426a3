// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// main joins a thread while it holds the mutex that the thread needs.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    x = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_mutex_lock(&lock);
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_mutex_unlock(&lock);
    return x;
}
