// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 9
// A thread unlocks a mutex that another one holds.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *stranger(void *arg) {
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_mutex_lock(&lock);
    pthread_create(&a, NULL, stranger, NULL);
    pthread_join(a, NULL);
    return 0;
}
