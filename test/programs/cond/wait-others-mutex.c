// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 10
// A wait with a mutex that another thread holds.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *other(void *arg) {
    pthread_cond_wait(&cond, &lock);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_mutex_lock(&lock);
    pthread_create(&a, NULL, other, NULL);
    pthread_join(a, NULL);
    return 0;
}
