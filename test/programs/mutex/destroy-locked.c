// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 21
// A mutex is destroyed while another thread may hold it.
#include <pthread.h>

static pthread_mutex_t lock;
static volatile int locked;

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    locked = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_mutex_init(&lock, NULL);
    pthread_create(&a, NULL, work, NULL);
    if (locked)
        pthread_mutex_destroy(&lock);
    pthread_join(a, NULL);
    return 0;
}
