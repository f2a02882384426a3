// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// A mutex around each access, and join before the last one.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void add(void) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
}

static void *first(void *arg) {
    add();
    return arg;
}

static void *second(void *arg) {
    add();
    return arg;
}

int main(void) {
    pthread_t a, b;
    counter = 1;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return counter == 3 ? 0 : 1;
}
