// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 13
// levels: -O0 -O2
// A mutex is locked after it was destroyed.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_destroy(&lock);
    pthread_mutex_lock(&lock);
    return 0;
}
