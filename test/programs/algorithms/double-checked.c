// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 24
// Lazy initialisation that publishes the pointer before the contents.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *volatile instance;

static int *get(void) {
    if (!instance) {
        pthread_mutex_lock(&lock);
        if (!instance) {
            int *p = calloc(1, sizeof *p);
            instance = p;
            *p = 5;
        }
        pthread_mutex_unlock(&lock);
    }
    return instance;
}
static void *use(void *arg) {
    assert(*get() == 5);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
