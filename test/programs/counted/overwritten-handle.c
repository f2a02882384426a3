// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: too many states
// Five equal threads that increment a counter once each.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t thread;
    for (int i = 0; i < 5; i++)
        pthread_create(&thread, NULL, work, NULL);
    pthread_exit(NULL);
}
