// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// A heap block is handed over through a mutex; before and after, its owner uses it alone.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *box;

static void *first(void *arg) {
    int *p = malloc(sizeof *p);
    *p = 1;
    pthread_mutex_lock(&lock);
    box = p;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *second(void *arg) {
    pthread_mutex_lock(&lock);
    int *p = box;
    pthread_mutex_unlock(&lock);
    if (p) {
        *p = 2;
        free(p);
    }
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
