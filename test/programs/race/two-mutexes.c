// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 12|19
// options: --property race
// Each thread locks, but not the same mutex.
#include <pthread.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *first(void *arg) {
    pthread_mutex_lock(&one);
    shared = 1;
    pthread_mutex_unlock(&one);
    return arg;
}

static void *second(void *arg) {
    pthread_mutex_lock(&two);
    shared = 2;
    pthread_mutex_unlock(&two);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
