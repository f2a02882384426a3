// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// pthread_once orders the first use before all others.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value;

static void set(void) { value = 7; }

static void *first(void *arg) {
    pthread_once(&once, set);
    return value == 7 ? NULL : arg;
}

static void *second(void *arg) {
    pthread_once(&once, set);
    return value == 7 ? NULL : arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
