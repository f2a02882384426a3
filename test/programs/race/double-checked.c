// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 11|14|17
// options: --property race
// Double-checked locking with a plain pointer.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int object, *instance;

static int *get(void) {
    if (!instance) {
        pthread_mutex_lock(&lock);
        if (!instance)
            instance = &object;
        pthread_mutex_unlock(&lock);
    }
    return instance;
}

static void *first(void *arg) {
    return get() ? NULL : arg;
}

static void *second(void *arg) {
    return get() ? NULL : arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
