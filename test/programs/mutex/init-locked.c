// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse
// A mutex is initialised again while another thread has locked it.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_init(&lock, NULL);
    pthread_join(thread, NULL);
    return 0;
}
