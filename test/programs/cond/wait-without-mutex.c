// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 11
// message: wait on a condition variable without holding the mutex
// A wait without holding the mutex.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

int main(void) {
    pthread_cond_wait(&cond, &lock);
    return 0;
}
